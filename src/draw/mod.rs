//! A game at one moment as a picture: the ground, what lies on it, the figures, as SVG and HTML. The table in the
//! browser, the replay and what is printed show the same pictures. It decides nothing and knows no game: whatever it
//! shows comes from the rules' data. All text of others is escaped where it is written.

mod canvas;
mod change;
mod curve;
mod document;
mod figure;
mod ground;
mod initial;
mod lab;
mod marker;
mod mistake;
mod number;
mod percent;
mod picture;
mod preview;
mod reckoning;
mod reel;
mod replay;
mod replay_words;
mod report;
mod rolled;
mod rules;
mod screen;
mod seat;
mod spot;
mod table;
mod turned;

pub(crate) use change::{ToldSheet, own_sheet, sheet};
pub(crate) use document::{REPORT, STYLE, address, written};
pub(crate) use initial::initials;
pub(crate) use lab::{LAB_WORDS, lab, lab_unanswered};

pub(crate) use mistake::{mistakes, wrong};
pub(crate) use number::{chance, number};
pub(crate) use picture::{Eyes, Fight, PICTURE, picture_alone};
pub(crate) use preview::{PreviewButtons, allowing, branch, instead, place_asked, preview, said};
pub(crate) use reel::{Reel, ReelPart, reel, stood_after};
pub(crate) use replay::{log_in, replay};
pub(crate) use replay_words::{BetterOrder, ChanceToWin, OtherOrders, ReplayWords, is_shift};
pub(crate) use report::{ReportedGames, report};
pub(crate) use rolled::rolls;
pub(crate) use rules::{rule, rules, rules_found};
pub(crate) use screen::screen;
pub(crate) use seat::{SeatLine, SeatPage, SeatQuestion, seat_frame, seat_regions};
pub(crate) use spot::spot;
pub(crate) use table::{SaidLine, board, could, entrance, frame, regions};
