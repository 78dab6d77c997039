// Rules as a tree for editors: blocks, rows, texts, words. It is looser than the grammar of fray itself and accepts
// whatever that accepts, so that colors and folds hold while somebody types.
module.exports = grammar({
  name: "fray",
  extras: ($) => [/[\s\u00a0\ufeff]/, $.comment],
  word: ($) => $.word,
  rules: {
    source_file: ($) => repeat($._piece),
    _piece: ($) =>
      choice($.block, $.group, $.list, $.row, $.legend, $.text, $.citation, $.number, $.keyword, $.constant, $.word, $.operator),
    block: ($) => seq("{", repeat($._piece), "}"),
    group: ($) => seq("(", repeat($._piece), ")"),
    list: ($) => seq("[", repeat($._piece), "]"),
    // A line of a table, to its end.
    row: (_) => token(/\|[^\n]*/),
    // The sign of a map is any one, `#` and braces too, bare or in quotes.
    legend: (_) => token(prec(3, seq("legend", /[ \t]+/, choice(/"[^"\n]"/, /"""/, /[^\s"]/, /"/), /[ \t]+/))),
    comment: (_) => token(/#[^\n]*/),
    text: (_) => token(/"([^"\\\n]|\\.)*"/),
    citation: (_) => token(seq("@", choice(/"([^"\\\n]|\\.)*"/, /[\p{L}\p{N}_.\-\/:]+/u))),
    number: (_) => token(/[0-9]+(\.[0-9]+)?(d[0-9]+)?/),
    keyword: (_) =>
      choice(
        "pack", "extends", "unit", "symbols", "kind", "plural", "table", "setting", "attribute", "note", "track", "state",
        "slot", "value", "outcome", "function", "condition", "relation", "fact", "card", "check", "question", "option",
        "when", "action", "every", "deed", "reaction", "turn", "phase", "figure", "map", "scenario", "side", "test",
        "covers", "words", "replace", "remove", "add", "if", "then", "else", "case", "let", "where", "and", "or", "not",
        "is", "has", "in", "expect", "ask", "order", "place", "says", "reads", "roll", "cards", "lasts", "group", "round",
      ),
    constant: (_) => choice("true", "false", "yes", "no", "none"),
    word: (_) => /[\p{L}_][\p{L}\p{N}_]*/u,
    operator: (_) => choice("..", "!=", "<=", ">=", "=", "<", ">", "+", "-", "*", "/", ".", ",", ";", ":", "?", "|"),
  },
});
