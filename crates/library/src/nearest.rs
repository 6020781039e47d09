/// The known word most like `word`, if one is like it at all.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = word.to_lowercase();
    known
        .into_iter()
        .map(|candidate| {
            (strsim::damerau_levenshtein(&lower, &candidate.to_lowercase()), candidate)
        })
        .min()
        .filter(|(distance, candidate)| *distance <= 2.max(candidate.len().max(word.len()) / 3))
        .map(|(_, candidate)| candidate)
}
