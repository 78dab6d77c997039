//! The rules of the grammar in the words of an author.

use super::grammar::Rule;
use super::keyword::keyword;

/// What stands for the end of an entry.
pub(super) const END: &str = "the end of the line";

/// What would have fitted, in the author's words: what must come, or, where the entry could end, what may come.
pub(super) fn phrases(expected: &[Rule]) -> Vec<String> {
    const UNSAID: [&str; 6] = ["`is`", "`has`", "`in`", "`and`", "`or`", "`not`"];
    let (mut must, mut may): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    for rule in expected {
        let list = if *rule == Rule::cite { &mut may } else { &mut must };
        let said = phrase(*rule).map(str::to_string).or_else(|| keyword(*rule).map(|word| format!("`{word}`")));
        list.extend(said.filter(|said| !UNSAID.contains(&said.as_str()) && !list.contains(said)));
    }
    if must.iter().any(|said| said == "an expression") {
        must.retain(|said| !matches!(said.as_str(), "a text in quotes" | "a name" | "a number" | "`if`"));
    }
    // A title may stand nearly everywhere; it is told only where nothing else is asked for.
    if must.len() > 1 && !must.iter().any(|said| said == END) {
        must.retain(|said| said != "a text in quotes");
    }
    if must.is_empty() {
        must = may;
    }
    // The end of a line is always possible behind a whole entry; say it last.
    must.sort_by_key(|said| said == END);
    must
}

/// What a rule is to an author; none for what is better left unsaid.
pub(super) fn phrase(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::name
        | Rule::pack_name
        | Rule::unit_word
        | Rule::plain_name
        | Rule::names
        | Rule::word
        | Rule::is_word
        | Rule::titled_word
        | Rule::state_default
        | Rule::slot_kind
        | Rule::figure_from
        | Rule::option_default
        | Rule::with_reading
        | Rule::track_by
        | Rule::property_line
        | Rule::placement
        | Rule::field
        | Rule::any_keyword
        | Rule::binding
        | Rule::opposed_fact => "a name",
        Rule::text | Rule::title | Rule::string | Rule::drawing | Rule::label_only => "a text in quotes",
        Rule::expr
        | Rule::bound
        | Rule::operand
        | Rule::if_expr
        | Rule::over
        | Rule::paren
        | Rule::list
        | Rule::quantity
        | Rule::dice
        | Rule::call
        | Rule::case_expr
        | Rule::case_of
        | Rule::let_expr
        | Rule::test_arm
        | Rule::reference
        | Rule::truth
        | Rule::none
        | Rule::unset
        | Rule::condition_of
        | Rule::modifier
        | Rule::field_value => "an expression",
        Rule::case_arm | Rule::pattern => "a word or a range",
        Rule::range => "a range such as `1..6`",
        Rule::type_ | Rule::type_name | Rule::type_number | Rule::one_of => "a type",
        Rule::table_key => "a key and its type",
        Rule::number | Rule::integer | Rule::unit_amount => "a number",
        Rule::coordinate | Rule::point => "a place such as `3,2`",
        Rule::row | Rule::grid => "a row `| … |`",
        Rule::bar => "`|`",
        Rule::cite => "a citation such as `@24.2`",
        Rule::row_id => "the id of a row",
        Rule::open | Rule::block | Rule::steps | Rule::outcomes => "`{`",
        Rule::colon => "`:`",
        Rule::parameters => "`(`",
        Rule::keys_open => "`(`",
        Rule::close => "`}`",
        Rule::rparen => "`)`",
        Rule::rbracket => "`]`",
        Rule::equals | Rule::default => "`=`",
        Rule::dots => "`..`",
        Rule::ends | Rule::EOI => END,
        Rule::legend_sign => "one character",
        Rule::stacking => "`all`, `worst`, `best` or `once`",
        Rule::direction => "`ascending` or `descending`",
        Rule::keep_side => "`highest` or `lowest`",
        Rule::option_switch => "`on` or `off`",
        Rule::declaration => "a declaration",
        Rule::lasts | Rule::lasting => "how long it lasts",
        Rule::expect => "what is expected",
        Rule::by_side | Rule::by_value => "`by`",
        Rule::together => "`together`",
        Rule::each_figure => "`each figure`",
        Rule::acting_side => "`acting side`",
        Rule::removes => "`removes`",
        Rule::hides => "`hides`",
        Rule::r_one => "`one`",
        Rule::many => "`many`",
        _ => return None,
    })
}

/// `a, b or c`, of several phrases.
pub(super) fn alternatives(phrases: &[String]) -> String {
    const MOST: usize = 6;
    match phrases {
        [] => String::new(),
        [one] => one.clone(),
        [.., last] if phrases.len() <= MOST => format!("{} or {last}", phrases[..phrases.len() - 1].join(", ")),
        _ => format!("{} or the like", phrases[..MOST].join(", ")),
    }
}
