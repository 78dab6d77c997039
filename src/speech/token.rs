//! Words of a line: lower case, without quotes and full stops, each with its stem and its place.

/// Letters that end a sentence or stand around a word, and say nothing.
const SILENT: &str = "?!.;:\"“”„«»()…`";
/// Quotes that may be apostrophes as well, before words and behind them.
const OPENS_QUOTE: [char; 2] = ['\'', '‘'];
const CLOSES_QUOTE: [char; 2] = ['\'', '’'];
/// Marks between which something is quoted.
const MARKS_OF_QUOTES: [char; 4] = ['"', '“', '”', '„'];
/// Marks behind a number, and the unit that each stands for.
const MARKS_OF_UNITS: [(&[char], &str); 2] = [(&['"', '”', '″'], "inch"), (&['\'', '’', '′'], "foot")];
/// Longer lines are no sentences.
pub(super) const MOST_WORDS: usize = 64;

/// A word of a line.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct SpokenWord {
    /// In lower case.
    pub text: String,
    /// What its forms have in common.
    pub stem: String,
    /// Where it stands in the line.
    pub at: usize,
    /// How long it is there.
    pub length: usize,
    /// Whether it is written with a capital letter.
    pub is_capital: bool,
}

impl SpokenWord {
    fn new(text: &str, at: usize, length: usize) -> SpokenWord {
        let is_capital = text.starts_with(char::is_uppercase);
        let text = text.to_lowercase();
        SpokenWord { stem: stem(&text), text, at, length, is_capital }
    }

    /// A number, or a cell of the board.
    pub(super) fn is_number(&self) -> bool {
        let digits = self.text.trim_start_matches(['+', '-']);
        digits.starts_with(|c: char| c.is_ascii_digit())
            && digits.chars().all(|c| c.is_ascii_digit() || c == '.' || c == '/')
    }

    /// A number with its sign, `+2`.
    pub(super) fn is_signed(&self) -> bool {
        self.text.starts_with(['+', '-']) && self.is_number()
    }

    /// `5,4`
    pub(super) fn is_cell(&self) -> bool {
        self.text.split_once(',').is_some_and(|(x, y)| x.parse::<i32>().is_ok() && y.parse::<i32>().is_ok())
    }

    /// Whether it is a comma.
    pub(super) fn is_comma(&self) -> bool {
        self.text == ","
    }

    /// Whether it is made of letters.
    pub(super) fn is_word(&self) -> bool {
        self.text.starts_with(|c: char| c.is_alphabetic())
    }
}

/// The words of a line.
pub(super) fn words(line: &str) -> Vec<SpokenWord> {
    let mut words = Vec::new();
    let (mut is_quoted, mut is_opened) = (false, false);
    for (start, chunk) in chunks(line) {
        let chunk_end = start + chunk.len();
        is_opened |= chunk.starts_with(MARKS_OF_QUOTES);
        let mut inner = chunk.trim_start_matches(|c| SILENT.contains(c));
        if let Some(rest) = inner.strip_prefix(OPENS_QUOTE).filter(|_| !is_quoted)
            && ends_quote(line.get(chunk_end - rest.len()..).unwrap_or_default())
        {
            (inner, is_quoted) = (rest, true);
        }
        let at = chunk_end - inner.len();
        let mut bare = inner.trim_end_matches(|c| SILENT.contains(c) || c == ',');
        if let Some(quoted) = bare.strip_suffix(CLOSES_QUOTE).filter(|_| is_quoted) {
            (bare, is_quoted) = (quoted, false);
        }
        if !bare.is_empty() {
            chunk_words(bare, at, &mut words);
        }
        // `16"` is a number of inches, if nothing is quoted.
        let behind = &inner[bare.len()..];
        let marked = words.last().filter(|word| word.is_number() && word.at + word.length == at + bare.len());
        if let Some((mark, unit)) = marked.filter(|_| !is_opened).and(unit_mark(behind)) {
            words.push(SpokenWord::new(unit, at + bare.len(), mark));
        }
        is_opened &= !behind.contains(MARKS_OF_QUOTES);
        if behind.contains(',') {
            words.push(SpokenWord::new(",", at + bare.len(), 1));
        }
    }
    words
}

/// The unit for which a text begins with a mark, and how long that is.
fn unit_mark(text: &str) -> Option<(usize, &'static str)> {
    let mark = text.chars().next()?;
    let (_, unit) = MARKS_OF_UNITS.iter().find(|(marks, _)| marks.contains(&mark))?;
    Some((mark.len_utf8(), unit))
}

/// Whether what stands in quotes ends somewhere.
fn ends_quote(rest: &str) -> bool {
    let ends = |(at, quote): (usize, &str)| {
        let behind = rest.get(at + quote.len()..).and_then(|behind| behind.chars().next());
        let before = rest.get(..at).and_then(|before| before.chars().next_back());
        before.is_some_and(char::is_alphanumeric) && !behind.is_some_and(char::is_alphanumeric)
    };
    rest.starts_with(char::is_alphabetic) && rest.match_indices(CLOSES_QUOTE).any(ends)
}

/// What stands between spaces, with its place.
fn chunks(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let base = line.as_ptr() as usize;
    line.split_whitespace().map(move |chunk| (chunk.as_ptr() as usize - base, chunk))
}

/// The words of what stands between spaces: `12hexes` is two, `Ann's` is two, `half-hidden` is two.
fn chunk_words(chunk: &str, at: usize, words: &mut Vec<SpokenWord>) {
    if let Some(rest) = chunk.strip_prefix('@') {
        words.push(SpokenWord::new("@", at, 1));
        if !rest.is_empty() {
            chunk_words(rest, at + 1, words);
        }
        return;
    }
    let number = chunk.strip_prefix(['+', '-']).unwrap_or(chunk).starts_with(|c: char| c.is_ascii_digit());
    if let Some(owner) = ["'s", "’s"].iter().find_map(|ending| chunk.strip_suffix(ending)).filter(|_| number) {
        // `Guard 2's`
        number_words(owner, at, words);
        return words.push(SpokenWord::new("'s", at + owner.len(), chunk.len() - owner.len()));
    }
    if number {
        return number_words(chunk, at, words);
    }
    let split = |c: char| c == '-' || c == '_' || c == ',' || c == '/' || c == '…' || c == '—' || c == '–';
    let base = chunk.as_ptr() as usize;
    for part in chunk.split(split).filter(|part| !part.is_empty()) {
        let from = at + (part.as_ptr() as usize - base);
        match own(part) {
            Some(owner) => {
                words.push(SpokenWord::new(owner, from, owner.len()));
                words.push(SpokenWord::new("'s", from + owner.len(), part.len() - owner.len()));
            }
            None if part.contains('’') => words.push(SpokenWord::new(&part.replace('’', "'"), from, part.len())),
            None => words.push(SpokenWord::new(part, from, part.len())),
        }
    }
}

/// `Ann` of `Ann's`, `guards` of `guards'`.
fn own(word: &str) -> Option<&str> {
    ["'s", "’s", "'", "’"].iter().find_map(|ending| word.strip_suffix(ending)).filter(|owner| !owner.is_empty())
}

/// `12`, `12hexes`, `5,4`; dice stay one word.
fn number_words(chunk: &str, at: usize, words: &mut Vec<SpokenWord>) {
    let whole = SpokenWord::new(chunk, at, chunk.len());
    let is_die = |c: char| c.is_ascii_digit() || "dD+-,./x".contains(c);
    if whole.is_number() || whole.is_cell() || chunk.chars().all(is_die) {
        return words.push(whole);
    }
    let signed = usize::from(chunk.starts_with(['+', '-']));
    let digits =
        chunk[signed..].find(|c: char| !c.is_ascii_digit() && c != '.').map_or(chunk.len(), |end| end + signed);
    words.push(SpokenWord::new(&chunk[..digits], at, digits));
    let behind = &chunk[digits..];
    if let Some((mark, unit)) = unit_mark(behind) {
        words.push(SpokenWord::new(unit, at + digits, mark));
    }
    let rest = behind.trim_start_matches(['-', ',', '"', '\'', '’', '′', '″', '”']);
    if !rest.is_empty() {
        chunk_words(rest, at + chunk.len() - rest.len(), words);
    }
}

/// What the forms of a word have in common: `shoots`, `shooting`; `dodge`, `dodged`; `running`.
pub(super) fn stem(word: &str) -> String {
    if word.len() < 4 || !word.chars().all(|c| c.is_ascii_lowercase()) {
        return word.to_string();
    }
    let ends = |ending: &str| word.strip_suffix(ending).filter(|stem| stem.len() >= 2 && stem.contains(is_vowel));
    let bare = ends("ing").or_else(|| ends("ied")).or_else(|| ends("ies")).or_else(|| ends("ed")).or_else(|| {
        let plural = !word.ends_with("ss") && !word.ends_with("us");
        ends("es").or_else(|| ends("s").filter(|_| plural)).or_else(|| ends("e")).or_else(|| ends("y"))
    });
    let mut bare = bare.unwrap_or(word).to_string();
    if bare.len() > 3 && (bare.ends_with('e') || bare.ends_with('y') || bare.ends_with('i')) {
        bare.pop();
    }
    let mut letters = bare.chars().rev();
    if let (Some(last), Some(before)) = (letters.next(), letters.next())
        && last == before
        && bare.len() > 3
    {
        bare.pop();
    }
    bare
}

fn is_vowel(letter: char) -> bool {
    "aeiouy".contains(letter)
}

#[cfg(test)]
mod tests {
    use super::{stem, words};

    #[test]
    fn forms_of_a_word_have_one_stem() {
        for forms in [
            ["shoot", "shoots", "shooting"],
            ["dodge", "dodges", "dodged"],
            ["run", "runs", "running"],
            ["fire", "fires", "firing"],
            ["stab", "stabs", "stabbed"],
            ["lean", "leans", "leaning"],
            ["hex", "hexes", "hexes"],
            ["carry", "carries", "carried"],
        ] {
            let stems = forms.map(stem);
            assert!(stems.iter().all(|one| *one == stems[0]), "{stems:?}");
        }
    }

    #[test]
    fn what_is_written_together_is_taken_apart() {
        let texts = |line: &str| words(line).into_iter().map(|word| word.text).collect::<Vec<String>>();
        assert_eq!(texts("Guard 2's bow at 30'"), ["guard", "2", "'s", "bow", "at", "30", "foot"]);
        assert_eq!(
            texts("from 16\", or 6\" off, \"at 5\""),
            ["from", "16", "inch", ",", "or", "6", "inch", "off", ",", "at", "5"]
        );
        assert_eq!(texts("12hexes, “Ann’s” half-hidden?"), ["12", "hexes", ",", "ann", "'s", "half", "hidden"]);
        assert_eq!(texts("to 5,4 @12 3d6+2"), ["to", "5,4", "@", "12", "3d6+2"]);
        assert_eq!(
            texts("does 'duck back' mean? ‘hidden’, 'em"),
            ["does", "duck", "back", "mean", "hidden", ",", "'em"]
        );
        assert_eq!(texts("the guards' bows, Ann's bow"), ["the", "guards", "'s", "bows", ",", "ann", "'s", "bow"]);
    }
}
