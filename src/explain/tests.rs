//! Checks reckoned by hand, shortly and with reasons.

use super::*;
use crate::check::{Comparing, ResultKey, RollGoal as Needed, Ties};
use crate::dice::{Given, Odds, Seen};
use crate::effect::Stacking;
use crate::eval::sample::*;
use crate::eval::{Frame, Scene};
use crate::rulebook::*;
use crate::value::*;
use proptest::prelude::*;
use std::sync::Arc;

const FAR: TagId = TagId(0);
const STRIKE: CheckId = CheckId(0);
const AVOID: CheckId = CheckId(1);
const PARRY: CheckId = CheckId(2);
const BLOW: CheckId = CheckId(3);
const DUEL: CheckId = CheckId(4);
const LOOK: CheckId = CheckId(5);

fn cited(text: &str, cite: &str) -> Label {
    Label { cites: Arc::new([cite.into()]), ..label(text) }
}

fn modifier(amount: Expr, text: &str, condition: Option<Expr>) -> Modifier {
    Modifier {
        label: cited(text, "24.2"),
        target: Target::Number,
        amount,
        may_be_none: true,
        condition,
        tags: vec![],
        group: 0,
        reads: vec![],
        under: None,
    }
}

fn with(target: Target, modifier: Modifier) -> Modifier {
    Modifier { target, ..modifier }
}

fn is_light(at: u16) -> Expr {
    expr(Node::Is(Box::new(fact(LIGHT.0)), Value::Symbol(Symbol { set: SetId(1), at })))
}

fn low_target() -> Expr {
    expr(Node::InState(Box::new(fact(TARGET.0)), StateId(0), LOW))
}

fn tired_target() -> Expr {
    expr(Node::HasCondition(Box::new(fact(TARGET.0)), ConditionId(0)))
}

fn far() -> Expr {
    bin(Binary::Greater, fact(GAP.0), num(6))
}

fn cards() -> Vec<Card> {
    let hidden = bin(Binary::And, fact(COVERED.0), is_light(1));
    let card = |name, stacking, modifiers| Card { head: head(name), modifiers, groups: vec![stacking] };
    vec![
        card(
            "hiding",
            Stacking::Worst,
            vec![
                modifier(num(-4), "half hidden", Some(hidden)),
                modifier(num(-3), "low target", Some(low_target())),
                modifier(num(-2), "tired target", Some(tired_target())),
            ],
        ),
        card("gap", Stacking::All, vec![Modifier { tags: vec![FAR], ..modifier(num(-1), "long gap", Some(far())) }]),
        card(
            "care",
            Stacking::All,
            vec![
                with(Target::Dice, modifier(num(1), "covered target", Some(fact(COVERED.0)))),
                with(Target::AtLeast, modifier(num(9), "never worse", Some(is_light(0)))),
                with(Target::Set, modifier(num(5), "by ear", Some(bin(Binary::Less, fact(GAP.0), num(0))))),
            ],
        ),
    ]
}

fn check(name: &str, goal: Goal, cards: &[u16]) -> Check {
    Check {
        head: head(name),
        reads: vec![],
        says: Vec::new(),
        counts_as: Vec::new(),
        roll: dice(3, 6),
        goal,
        parts: vec![],
        cards: cards.iter().map(|at| CardId(*at)).collect(),
        impossible: vec![],
        inverts: vec![],
        ignores: vec![],
        results: vec![],
        fields: vec![],
        all_reads: vec![GAP, LIGHT],
    }
}

fn opposed(own: Option<Goal>, by: CheckId, comparing: Comparing, ties: Ties) -> Goal {
    let with = vec![(ACTOR, fact(TARGET.0))];
    Goal::Opposed(Opposed { own: own.map(Box::new), check: by, with, comparing, ties })
}

fn agility() -> Expr {
    attribute(fact(ACTOR.0), 1)
}

fn results() -> Vec<Results> {
    let row = |from, to, success, multiply: Value| ResultRow {
        keys: vec![(Some(from), Some(to))],
        success,
        fields: vec![multiply],
        cites: Arc::new(["12.1".into()]),
        span: Default::default(),
    };
    let shape = Some(Term { minus: false, count: 3, sides: 6, keep: Keep::All });
    let rows = vec![row(3, 3, Some(true), Value::int(3)), row(17, 18, Some(false), Value::None)];
    vec![Results { shape, when: None, key: ResultKey::Total, rows }]
}

fn rules() -> Rulebook {
    let mut rules = rulebook();
    *rules.tags = vec!["far".into()];
    *rules.cards = cards();
    let own = || Goal::AtMost(agility(), cited("agility of {actor}", "5.2"));
    let training = Modifier { under: Some("schooled".into()), ..modifier(num(3), "training", Some(is_light(0))) };
    let weary = expr(Node::HasCondition(Box::new(fact(ACTOR.0)), ConditionId(0)));
    let grid = expr(Node::Table(TableId(1), vec![expr(Node::Const(Value::Item(ItemId(1)))), fact(LIGHT.0)]));
    *rules.checks = vec![
        Check {
            parts: vec![training],
            impossible: vec![(weary, cited("{actor} is too tired", "12.1"))],
            results: results(),
            fields: vec![ResultField { name: "multiply".into(), r#type: Type::Number(Dimension::default()) }],
            ..check("strike", own(), &[0, 1, 2])
        },
        Check { inverts: vec![FAR], ..check("avoid", own(), &[0, 1]) },
        Check {
            parts: vec![modifier(agility(), "agility", None)],
            roll: dice(1, 10),
            ..check("parry", Goal::Total, &[])
        },
        Check {
            roll: dice(1, 10),
            parts: vec![modifier(num(8), "might", None)],
            ..check("blow", opposed(None, PARRY, Comparing::Totals, Ties::Draw), &[])
        },
        check("duel", opposed(Some(own()), AVOID, Comparing::Margins, Ties::Lose), &[]),
        check("look", Goal::AtLeast(grid, label("")), &[1]),
    ];
    rules
}

fn frame(light: u16, covered: bool) -> Frame {
    let mut frame = Frame::new();
    frame.state(ACTOR, Value::Figure(FigureId(0))).state(TARGET, Value::Figure(FigureId(1)));
    frame.state(LIGHT, Value::Symbol(Symbol { set: SetId(1), at: light })).state(COVERED, Value::Truth(covered));
    frame
}

fn explained(check: CheckId, frame: &Frame) -> Explanation {
    let rules = rules();
    reckon(&Scene { rules: &rules, world: &WORLD, frame }, check).expect("the sample can be reckoned")
}

#[test]
fn a_check_explains_itself() {
    let mut reckoning = explained(STRIKE, &frame(0, false));
    assert_eq!(reckoning.odds, Some(Odds::of(1, 2)));
    let need = reckoning.short.need().cloned().expect("it is possible");
    let thrown = Thrown::of(&need.mine.dice, vec![1, 1, 1]).expect("three dice");
    reckoning.result = Some(need.result(&rules(), &thrown, None));
    assert_eq!(
        reckoning.text_with_reasons(),
        "  need 10 or less on 3d6               50.0 %
    11  agility of Ada                         @5.2
    +3  training (schooled)     worth +12.5 %  @24.2
    -3  low target              worth -12.5 %  @24.2
    -1  long gap                worth -12.5 %  @24.2
  rolled 1 1 1 = 3    success by 7, multiply 3  @12.1
  not counted
   >=9  never worse: what is needed keeps to it anyhow  @24.2
    -4  half hidden: `covered` is false  @24.2
    -2  tired target: `low target` counts instead  @24.2
   +1d  covered target: `covered` is false  @24.2
    =5  by ear: `gap < 0` is false (gap is 7)  @24.2
"
    );
}

#[test]
fn bounds_and_more_dice() {
    let near = explained(STRIKE, &frame(0, true));
    assert_eq!((near.need, near.dice.as_deref()), (Some(10), Some("4d6")));
    let far = explained(STRIKE, &frame(1, true));
    assert_eq!((far.need, far.modifiers.len()), (Some(6), 3));
    assert_eq!(far.left_out[0].why, "`light is near` is false (light is far)");
    let mut frame = frame(0, false);
    let set = explained(STRIKE, frame.state(GAP, Value::int(-1)));
    assert_eq!(set.need, Some(9), "5 + 3 - 3 is 5, and never below 9");
}

#[test]
fn tags_turn_signs() {
    let avoid = explained(AVOID, &frame(0, false));
    assert_eq!(avoid.need, Some(11 - 3 + 1));
    assert!(avoid.modifiers[1].inverted);
}

#[test]
fn what_cannot_be_done_says_why() {
    let mut frame = frame(0, false);
    frame.state(ACTOR, Value::Figure(FigureId(1)));
    let strike = explained(STRIKE, &frame);
    assert_eq!(strike.text(), "  impossible: Ben is too tired  @12.1\n");
    assert_eq!(strike.odds, Some(Odds::NEVER));
    let look = explained(LOOK, &frame_far());
    assert_eq!(look.text(), "  impossible: `grid(\"Long Sling\", light)` is none\n");
    assert_eq!(look.short, Requirement::Impossible(Impossibility::NoNeed(LOOK)));
}

fn frame_far() -> Frame {
    frame(1, false)
}

#[test]
fn at_least_counts_the_other_way() {
    let look = explained(LOOK, &frame(0, false));
    assert_eq!(look.need, Some(8), "7 of the grid, and the long gap makes it harder");
    assert_eq!(look.text().lines().next(), Some("  need 8 or more on 3d6                  83.8 %"));
}

#[test]
fn opposed_by_totals() {
    let mut blow = explained(BLOW, &frame(0, false));
    // d10+8 against d10+11: the higher by 1 or more in 21 of 100, equal in 7.
    assert_eq!((blow.odds.clone(), blow.draw.clone()), (Some(Odds::of(21, 100)), Some(Odds::of(7, 100))));
    let need = blow.short.need().cloned().expect("it is possible");
    let thrown = |die| Thrown { total: die, dice: vec![u16::try_from(die).expect("small")] };
    blow.result = Some(need.result(&rules(), &thrown(9), Some(&thrown(6))));
    assert_eq!(
        blow.text(),
        "  roll 1d10 +8                         21.0 %, a draw 7.0 %
    +8  might                   worth +21.0 %  @24.2
  against parry: the higher total wins, a tie is a draw
    roll 1d10 +11
     +11  agility                                @24.2
  rolled 9 = 17 against 6 = 17    a draw
"
    );
}

#[test]
fn opposed_by_margins() {
    let duel = explained(DUEL, &frame(0, false));
    let need = duel.short.need().expect("it is possible");
    assert_eq!(need.mine.goal, Needed::AtMost(11));
    let Opponent::Rolls(rival, _) = &need.rival else { unreachable!("the other side rolls") };
    // Ben avoids at 11; to him Ben himself is low: -3; how far he is from himself the sample does not know.
    assert_eq!(rival.goal, Needed::AtMost(8));
    let won = |mine: i64, theirs: i64| {
        let thrown = |total| Thrown { total, dice: vec![] };
        need.judge(&rules(), &thrown(mine), Some(&thrown(theirs))).success
    };
    for (mine, theirs, wins) in [(9, 7, true), (10, 7, false), (11, 9, true), (12, 9, false), (8, 4, false)] {
        assert_eq!(won(mine, theirs), wins, "{mine} against {theirs}");
    }
}

#[test]
fn odds_and_rolls_agree() {
    let rules = &rules();
    for (check, mine, theirs) in [(STRIKE, 216_u64, 1_u64), (BLOW, 10, 10), (DUEL, 216, 216)] {
        let reckoning = explained(check, &frame(0, false));
        let need = reckoning.short.need().expect("it is possible");
        let pool = |formula: &Formula| {
            let term = formula.terms[0];
            let mut throws = vec![vec![]];
            for _ in 0..term.count {
                throws = throws
                    .into_iter()
                    .flat_map(|dice: Vec<u16>| (1..=term.sides).map(move |die| [dice.clone(), vec![die]].concat()))
                    .collect();
            }
            throws.into_iter().map(|dice| Thrown::of(formula, dice).expect("they fit")).collect::<Vec<_>>()
        };
        let others = match &need.rival {
            Opponent::Rolls(stake, _) => pool(&stake.dice).into_iter().map(Some).collect(),
            _ => vec![None],
        };
        let all = pool(&need.mine.dice);
        let won = all.iter().flat_map(|mine| others.iter().map(move |theirs| need.judge(rules, mine, theirs.as_ref())));
        let won = won.filter(|verdict| verdict.success).count();
        assert_eq!(reckoning.odds, Some(Odds::of(won as u64, mine * theirs)));
    }
}

#[test]
fn given_dice_are_rolled_for_both_sides() {
    let rules = rules();
    let need = explained(BLOW, &frame(0, false)).short.need().cloned().expect("it is possible");
    let (mut mine, mut theirs) = (Thrown::default(), Thrown::default());
    let mut given = Given::new(vec![10, 2]);
    let verdict = need.roll(&rules, &mut given, Seen::Dice, (&mut mine, &mut theirs)).expect("two dice are enough");
    assert_eq!((verdict.success, verdict.margin, mine.dice, theirs.dice), (true, 5, vec![10], vec![2]));
    let error = need.roll(&rules, &mut given, Seen::Dice, (&mut Thrown::default(), &mut Thrown::default()));
    let diagnostic = error.expect_err("no dice are left").diagnostic(&rules);
    assert_eq!(diagnostic.code().map(|code| code.to_string()).as_deref(), Some("fray::explain::unreckonable"));
}

#[test]
fn programs_get_what_people_get() {
    let json = serde_json::to_value(explained(STRIKE, &frame(0, false))).expect("it can be stored");
    assert_eq!(json["schema"], "fray.reckoning/1");
    assert_eq!(json["need"], 10);
    assert_eq!(json["odds"], "1/2");
    assert_eq!(json["base"]["label"], "agility of Ada");
    assert_eq!(json["modifiers"][0]["under"], "schooled");
    assert_eq!(json["modifiers"][1]["cites"][0], "24.2");
    assert_eq!(json["left_out"][0]["why"], "`covered` is false");
    assert_eq!(json["facts"][0]["name"], "gap");
}

proptest! {
    /// What is shown adds up to what is needed, and a used reckoner answers as a fresh one.
    #[test]
    fn the_lines_add_up_to_the_need(
        light in 0_u16..2, covered: bool, gap in proptest::option::of(-3_i64..12), agility in 0_i64..20, at in 0_u16..6,
    ) {
        let (rules, mut frame) = (rules(), frame(light, covered));
        if let Some(gap) = gap {
            frame.state(GAP, Value::int(gap));
        }
        let world = Sample { agility, ..WORLD };
        let scene = Scene { rules: &rules, world: &world, frame: &frame };
        let mut reckoner = RequirementBuffers::default();
        for check in 0..6 {
            reckoner.reckon(&scene, CheckId(check)).expect("the sample can be reckoned");
        }
        let fast = reckoner.reckon(&scene, CheckId(at)).expect("the sample can be reckoned");
        let slow = reckon(&scene, CheckId(at)).expect("the sample can be reckoned");
        prop_assert_eq!(&fast, &slow.short);
        let sum = |target: Target| -> Vec<i64> {
            let lines = slow.modifiers.iter().filter(|line| line.target == target);
            lines.map(|line| line.amount.as_int().expect("whole")).collect()
        };
        if slow.impossible.is_none() {
            let start = slow.base.as_ref().map_or(0, |base| base.amount.as_int().expect("whole"));
            let start = sum(Target::Set).last().copied().unwrap_or(start);
            let change: i64 = sum(Target::Number).iter().sum();
            let need = if slow.compare == Compare::AtLeast { start - change } else { start + change };
            let need = sum(Target::AtLeast).iter().fold(need, |need, least| need.max(*least));
            let need = sum(Target::AtMost).iter().fold(need, |need, most| need.min(*most));
            prop_assert_eq!(slow.need.or(slow.plus), Some(need));
        }
    }
}
