//! Exact odds against known answers, and against counting every throw of the dice.

use super::*;
use crate::dice::{Contest, Count, DiceError, Odds, Seeded, sample};
use crate::eval::Fault;
use crate::eval::sample::{bin, call, dice, empty, expr, num, truth};
use crate::odds::plot::picture;
use crate::rulebook::{Binary, Expr, Function, Node, Rounding};
use crate::value::{Formula, Keep, Number, Term, Value};
use std::collections::BTreeMap;

fn roll(count: u16, sides: u16) -> Expr {
    expr(Node::Roll(Formula::dice(count, sides)))
}

fn chosen(condition: Expr, yes: Expr, no: Expr) -> Expr {
    expr(Node::If(Box::new(condition), Box::new(yes), Box::new(no)))
}

fn repeat(times: u32, inner: Expr) -> Expr {
    expr(Node::Repeat(times, Box::new(inner)))
}

fn drawn(expr: &Expr) -> Drawn {
    of_expr(&empty(), expr).expect("an expression that has odds")
}

fn spread(expr: &Expr) -> RationalDist {
    let Drawn::Spread(spread) = drawn(expr) else { unreachable!("the expression is rolled") };
    spread
}

fn contest(expr: &Expr) -> Contest {
    let Drawn::Chance { contest: Some(contest), .. } = drawn(expr) else { unreachable!("two numbers are compared") };
    contest
}

fn odds(expr: &Expr) -> Odds {
    let Drawn::Chance { odds, .. } = drawn(expr) else { unreachable!("the expression is a chance") };
    odds
}

/// Five times one chance in two of `4d6 - less`, but not below 0.
fn five_shots(less: i64) -> Expr {
    let hit = call(Function::Max, vec![bin(Binary::Minus, roll(4, 6), num(less)), num(0)]);
    repeat(5, chosen(bin(Binary::Equal, roll(1, 2), num(1)), hit, num(0)))
}

#[test]
fn four_dice_at_most_13() {
    assert_eq!(odds(&bin(Binary::LessOrEqual, roll(4, 6), num(13))), Odds::of(575, 1_296));
}

#[test]
fn the_best_two_of_three_dice() {
    let term = Term { minus: false, count: 3, sides: 6, keep: Keep::Highest(2) };
    let best = spread(&expr(Node::Roll(Formula { terms: vec![term], plus: 0 })));
    let ways: Vec<Count> = best.dist.iter().map(|(_, ways)| ways).collect();
    assert_eq!(ways, [1, 3, 7, 12, 19, 27, 34, 36, 34, 27, 16].map(Count::Small));
    assert_eq!((best.dist.min(), best.dist.max(), best.dist.total()), (2, 12, &Count::Small(216)));
}

#[test]
fn two_margins_compared() {
    let margin = |need| bin(Binary::Minus, num(need), roll(3, 6));
    let found = contest(&bin(Binary::Greater, margin(12), margin(11)));
    assert_eq!(found.win, Odds::of(25_494, 46_656));
    assert_eq!(found.win.plus(&found.tie).plus(&found.lose), Odds::ALWAYS);
    assert_eq!(spread(&bin(Binary::Minus, margin(12), margin(11))).dist.iter().count(), 31);
}

#[test]
fn five_shots_whose_floor_never_binds() {
    let shots = spread(&five_shots(4));
    assert_eq!((shots.dist.min(), shots.dist.max(), shots.mean()), (0, 100, Some(Number::int(25))));
    assert_eq!(*shots.dist.total(), Count::Small(2_592).power(5));
}

#[test]
fn five_shots_whose_floor_binds() {
    let shots = spread(&five_shots(9));
    assert_eq!(shots.mean(), Number::fraction(1_835, 144));
    assert_eq!(shots.dist.exactly(0), Odds::of(3_077_056_399, 61_917_364_224));
    assert_eq!(
        (shots.dist.at_least(20).scaled(100_000), shots.dist.at_least(20).percent().as_str()),
        (18_863, "18.9 %")
    );
}

#[test]
fn six_times_three_dice_are_eighteen() {
    assert_eq!(spread(&repeat(6, roll(3, 6))).dist, spread(&roll(18, 6)).dist);
}

#[test]
fn counts_beyond_128_bits() {
    let many = spread(&roll(100, 6));
    assert_eq!(*many.dist.total(), Count::Small(6).power(100));
    assert_eq!(many.mean(), Some(Number::int(350)));
    let sum = many.dist.iter().fold(Count::ZERO, |sum, (_, ways)| sum.plus(&ways));
    assert_eq!(sum, *many.dist.total());
    assert_eq!(spread(&repeat(5, roll(20, 6))).dist, many.dist);
}

#[test]
fn fractions_stay_exact() {
    let half = bin(Binary::Over, roll(1, 6), num(2));
    let found = spread(&half);
    assert_eq!((found.per, found.mean()), (2, Number::fraction(7, 4)));
    let up = expr(Node::Round(Rounding::Up, Box::new(half.clone())));
    assert_eq!(spread(&up).dist.iter().collect::<Vec<_>>(), [1, 2, 3].map(|n| (n, Count::Small(2))));
    assert_eq!(odds(&bin(Binary::Greater, half.clone(), expr(Node::Round(Rounding::Down, Box::new(roll(1, 2)))))), {
        // 1d6/2 > 1d2: of 12 pairs, 4 of the first die beat a 1 and 2 of them a 2.
        Odds::of(6, 12)
    });
    assert_eq!(drawn(&bin(Binary::Times, half, num(0))), Drawn::Certain(Value::int(0)));
}

#[test]
fn what_has_no_odds_says_so() {
    let rules = empty();
    let error = |expr: &Expr| of_expr(&rules, expr).expect_err("no odds");
    let none = expr(Node::Const(Value::None));
    for (wrong, expected) in [
        (bin(Binary::Over, num(1), roll(1, 6)), "a number is divided by dice"),
        (bin(Binary::Over, roll(1, 6), num(0)), "division by 0"),
        (bin(Binary::Plus, roll(1, 6), none), "none has no odds"),
        (bin(Binary::Plus, roll(1, 6), truth(true)), "a truth has no odds"),
        (bin(Binary::And, truth(true), roll(1, 6)), "dice has no odds"),
        (roll(2_000, 6), "these odds cannot be computed exactly"),
        (roll(1, 0), "these odds cannot be computed exactly"),
        (repeat(u32::MAX, roll(1, 2)), "these odds cannot be computed exactly"),
        (bin(Binary::Times, roll(1, 6), num(1 << 40)), "these odds cannot be computed exactly"),
    ] {
        let text = error(&wrong).diagnostic(&rules).to_string();
        assert_eq!(text, expected);
    }
    let mut deep = roll(1, 6);
    for _ in 0..300 {
        deep = expr(Node::Minus(Box::new(deep)));
    }
    assert!(matches!(error(&deep), OddsError::TooDeep(_)));
    let missing = expr(Node::Call(Function::Turn, vec![]));
    let OddsError::Eval(inner) = error(&bin(Binary::Plus, roll(1, 6), missing)) else { unreachable!("no turn here") };
    assert_eq!(*inner.fault(), Fault::NoBoard(Function::Turn));
    let OddsError::Dice(cause, _) = error(&roll(2_000, 6)) else { unreachable!("too many") };
    assert_eq!(cause, DiceError::TooManyDice { count: 2_000, most: 1_000 });
}

#[test]
fn the_picture_of_a_distribution() {
    let term = Term { minus: false, count: 2, sides: 4, keep: Keep::All };
    let two = Formula { terms: vec![term], plus: -1 };
    let answer = ExprOdds::new("2d4-1", &drawn(&expr(Node::Roll(two))), |value| format!("{value:?}"));
    insta::assert_snapshot!(picture(&answer, 40), @r"
    1 to 7, mean 4, median 4
    1     6.3 %  ██████▌
    2    12.5 %  █████████████
    3    18.8 %  ███████████████████▌
    4    25.0 %  ██████████████████████████
    5    18.8 %  ███████████████████▌
    6    12.5 %  █████████████
    7     6.3 %  ██████▌
    ");
}

#[test]
fn the_picture_of_a_comparison_and_its_answer() {
    let compared = bin(Binary::GreaterOrEqual, roll(1, 6), roll(1, 6));
    let answer = ExprOdds::new("1d6 >= 1d6", &drawn(&compared), |value| format!("{value:?}"));
    insta::assert_snapshot!(picture(&answer, 40), @r"
    58.3 %   7/12
    greater    41.7 %  ████████▍
      equal    16.7 %  ███▍
       less    41.7 %  ████████▍
    ");
    insta::assert_snapshot!(serde_json::to_string(&answer).expect("plain data"), @r#"{"schema":"fray.odds/1","asked":"1d6 >= 1d6","sort":"chance","odds":"7/12","percent":"58.3 %","contest":{"win":"5/12","tie":"1/6","lose":"5/12"}}"#);
    let answer = ExprOdds::new("1d2", &drawn(&dice(1, 2)), |value| format!("{value:?}"));
    insta::assert_snapshot!(serde_json::to_string(&answer).expect("plain data"), @r#"{"schema":"fray.odds/1","asked":"1d2","sort":"distribution","mean":"3/2","mean_shown":"1.50","median":1,"min":1,"max":2,"total":"2","shares":[{"value":1,"ways":"1","odds":"1/2","at_most":"1/2","at_least":"1"},{"value":2,"ways":"1","odds":"1/2","at_most":"1","at_least":"1/2"}]}"#);
}

/// A source of arbitrary expressions, and the dice they roll.
struct ArbitraryExpr(Seeded);

impl ArbitraryExpr {
    fn below(&mut self, n: u16) -> u16 {
        sample::below(&mut self.0, n)
    }

    fn number(&mut self, depth: u16) -> Expr {
        if depth == 0 {
            return if self.below(4) == 0 { num(i64::from(self.below(9)) - 4) } else { self.dice() };
        }
        match self.below(10) {
            0..=2 => bin(Binary::Plus, self.number(depth - 1), self.number(depth - 1)),
            3 => bin(Binary::Minus, self.number(depth - 1), self.number(depth - 1)),
            4 => bin(Binary::Times, self.number(depth - 1), self.number(0)),
            5 => {
                let rounding = [Rounding::Up, Rounding::Down, Rounding::Nearest][usize::from(self.below(3))];
                let over = num(i64::from(self.below(4)) + 1);
                expr(Node::Round(rounding, Box::new(bin(Binary::Over, self.number(depth - 1), over))))
            }
            6 => {
                let function = [Function::Max, Function::Min][usize::from(self.below(2))];
                call(function, vec![self.number(depth - 1), self.number(depth - 1)])
            }
            7 => repeat(u32::from(self.below(3)) + 1, self.number(depth - 1)),
            8 => call(Function::Clamp, vec![self.number(depth - 1), num(-2), num(3)]),
            _ => chosen(self.truth(depth - 1), self.number(depth - 1), self.number(depth - 1)),
        }
    }

    fn truth(&mut self, depth: u16) -> Expr {
        let kind = if depth == 0 { self.below(3) } else { self.below(7) };
        let less = depth.saturating_sub(1);
        match kind {
            3 => bin(Binary::And, self.truth(less), self.truth(less)),
            4 => bin(Binary::Or, self.truth(less), self.truth(less)),
            5 => expr(Node::Not(Box::new(self.truth(less)))),
            6 => expr(Node::In(Box::new(self.number(less)), Some(Box::new(num(1))), Some(Box::new(num(4))))),
            _ => {
                use Binary::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};
                let all = [Equal, NotEqual, Less, LessOrEqual, Greater, GreaterOrEqual];
                bin(all[usize::from(self.below(6))], self.number(less), self.number(less))
            }
        }
    }

    fn dice(&mut self) -> Expr {
        let term = sample::any_term(&mut self.0, 3);
        expr(Node::Roll(Formula { terms: vec![term], plus: i64::from(self.below(3)) - 1 }))
    }
}

/// The sides of every die that an expression rolls, in the order in which `counted` takes them.
fn sides(expr: &Expr, all: &mut Vec<u16>) {
    match &expr.node {
        Node::Roll(formula) => {
            all.extend(sample::sides(formula));
        }
        Node::Repeat(times, inner) => (0..*times).for_each(|_| sides(inner, all)),
        Node::Round(_, inner) | Node::Not(inner) | Node::In(inner, ..) => sides(inner, all),
        Node::Binary(_, left, right) => [left, right].iter().for_each(|side| sides(side, all)),
        Node::If(condition, yes, no) => [condition, yes, no].iter().for_each(|part| sides(part, all)),
        Node::Call(_, arguments) => arguments.iter().for_each(|argument| sides(argument, all)),
        _ => {}
    }
}

/// What an expression comes to under one throw of all its dice, computed the slow and obvious way.
fn counted(expr: &Expr, dice: &mut impl Iterator<Item = u16>) -> Number {
    let yes_no = |truth: bool| Number::int(truth.into());
    match &expr.node {
        Node::Const(value) => value.as_number().expect("numbers only"),
        Node::Roll(formula) => Number::int(sample::total(formula, dice)),
        Node::Repeat(times, inner) => {
            (0..*times).fold(Number::ZERO, |sum, _| sum.plus(counted(inner, dice)).expect("small"))
        }
        Node::Round(rounding, inner) => {
            let n = counted(inner, dice);
            Number::int(match rounding {
                Rounding::Up => n.ceil(),
                Rounding::Down => n.floor(),
                Rounding::Nearest => n.round(),
            })
        }
        Node::Not(inner) => yes_no(counted(inner, dice).is_zero()),
        Node::In(inner, ..) => yes_no((Number::int(1)..=Number::int(4)).contains(&counted(inner, dice))),
        Node::If(condition, yes, no) => {
            let [condition, yes, no] = [condition, yes, no].map(|part| counted(part, dice));
            if condition.is_zero() { no } else { yes }
        }
        Node::Call(function, arguments) => {
            let values: Vec<Number> = arguments.iter().map(|argument| counted(argument, dice)).collect();
            match function {
                Function::Max => values[0].max(values[1]),
                Function::Min => values[0].min(values[1]),
                _ => values[0].max(values[1]).min(values[2]),
            }
        }
        Node::Binary(operator, left, right) => {
            let (a, b) = (counted(left, dice), counted(right, dice));
            match operator {
                Binary::Plus => a.plus(b).expect("small"),
                Binary::Minus => a.minus(b).expect("small"),
                Binary::Times => a.times(b).expect("small"),
                Binary::Over => a.over(b).expect("not 0"),
                Binary::And => yes_no(!a.is_zero() && !b.is_zero()),
                Binary::Or => yes_no(!a.is_zero() || !b.is_zero()),
                Binary::Equal => yes_no(a == b),
                Binary::NotEqual => yes_no(a != b),
                Binary::Less => yes_no(a < b),
                Binary::LessOrEqual => yes_no(a <= b),
                Binary::Greater => yes_no(a > b),
                Binary::GreaterOrEqual => yes_no(a >= b),
            }
        }
        other => unreachable!("{other:?} is not generated"),
    }
}

fn by_counting(expr: &Expr, dice: &[u16]) -> BTreeMap<Number, Odds> {
    let mut tally = BTreeMap::<Number, u64>::new();
    for throw in sample::throws(dice) {
        *tally.entry(counted(expr, &mut throw.into_iter())).or_default() += 1;
    }
    let of = tally.values().sum();
    tally.into_iter().map(|(n, ways)| (n, Odds::of(ways, of))).collect()
}

fn as_odds(drawn: Drawn) -> BTreeMap<Number, Odds> {
    match drawn {
        Drawn::Certain(Value::Truth(truth)) => [(Number::int(truth.into()), Odds::ALWAYS)].into(),
        Drawn::Certain(value) => [(value.as_number().expect("a number"), Odds::ALWAYS)].into(),
        Drawn::Spread(spread) => {
            let odds = |(n, ways): (i64, Count)| {
                (spread.number(n).expect("small"), Odds::new(ways, spread.dist.total().clone()))
            };
            spread.dist.iter().map(odds).collect()
        }
        Drawn::Chance { odds, .. } => {
            let both = [(Number::ZERO, odds.not()), (Number::ONE, odds)];
            both.into_iter().filter(|(_, odds)| *odds != Odds::NEVER).collect()
        }
    }
}

#[test]
fn arbitrary_expressions_agree_with_counting_every_throw() {
    let (rules, mut checked) = (empty(), 0);
    for seed in 0..2_000 {
        let mut source = ArbitraryExpr(Seeded::new(seed, 0));
        let depth = source.below(3) + 1;
        let expr = if seed % 3 == 0 { source.truth(depth) } else { source.number(depth) };
        let mut dice = Vec::new();
        sides(&expr, &mut dice);
        let ways = dice.iter().try_fold(1_u64, |all, sides| all.checked_mul((*sides).into()));
        if ways.is_none_or(|ways| ways > 3_000) {
            continue;
        }
        let found = of_expr(&rules, &expr).expect("small dice have odds");
        assert_eq!(as_odds(found), by_counting(&expr, &dice), "{}", crate::eval::describe(&expr, &rules));
        checked += 1;
    }
    assert!(checked >= 600, "only {checked} expressions were small enough to count");
}
