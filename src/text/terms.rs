//! What two texts can share: words, and pairs of neighbouring characters where a script writes no spaces.

use unicode_segmentation::UnicodeSegmentation as _;

/// Gives every term of `text` in order, repeats included. A term is a word as Unicode bounds it, in lower case and
/// without an English plural's `s`; of Chinese, Japanese and Korean writing it is a pair of neighbouring characters
/// (bigram), or the one character that stands alone.
pub fn each_term(text: &str, mut visit: impl FnMut(&str)) {
    let mut buffer = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let cjk = is_cjk(first);
        let end = rest.find(|c| is_cjk(c) != cjk).unwrap_or(rest.len());
        let (run, behind) = rest.split_at(end);
        if cjk {
            bigrams(run, &mut visit);
        } else {
            run.unicode_words().for_each(|word| visit(folded(word, &mut buffer)));
        }
        rest = behind;
    }
}

/// The pairs of a run without a gap.
fn bigrams(run: &str, visit: &mut impl FnMut(&str)) {
    let starts = run.char_indices().map(|(at, _)| at);
    let ends = run.char_indices().map(|(at, c)| at + c.len_utf8());
    let mut pairs = 0;
    for pair in starts.zip(ends.skip(1)).filter_map(|(start, end)| run.get(start..end)) {
        visit(pair);
        pairs += 1;
    }
    if pairs == 0 {
        visit(run);
    }
}

/// A word as it is compared: `Reminders` is `reminder`.
fn folded<'b>(word: &str, buffer: &'b mut String) -> &'b str {
    buffer.clear();
    buffer.extend(word.chars().flat_map(char::to_lowercase));
    let plural = buffer.is_ascii() && buffer.len() > 3 && buffer.ends_with('s');
    match buffer.strip_suffix('s') {
        Some(single) if plural && !single.ends_with(['s', 'u', 'i', '\'']) => single,
        _ => buffer,
    }
}

/// Whether `c` is a letter of a script that is compared by pairs.
pub fn is_cjk(c: char) -> bool {
    is_han(c) || matches!(c, '\u{3041}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}' | '\u{ac00}'..='\u{d7a3}')
}

/// Whether `c` is a Han character.
pub fn is_han(c: char) -> bool {
    matches!(c, '々' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(text: &str) -> Vec<String> {
        let mut found = Vec::new();
        each_term(text, |term| found.push(term.to_owned()));
        found
    }

    #[test]
    fn words_are_folded_and_han_goes_by_pairs() {
        assert_eq!(
            terms("Tone-guard: the Reminders, e.g. class!"),
            ["tone", "guard", "the", "reminder", "e.g", "class"]
        );
        assert_eq!(terms("今天好累，想。早PDF文件"), ["今天", "天好", "好累", "想", "早", "pdf", "文件"]);
        assert_eq!(terms("ÉTÉ Straße МИР"), ["été", "straße", "мир"]);
        assert_eq!(terms("リマインダー"), ["リマ", "マイ", "イン", "ンダ", "ダー"]);
        assert!(terms(" \n…、\u{1f642}").is_empty());
    }
}
