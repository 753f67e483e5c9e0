//! Append-only storage for many short texts.

/// Bytes per block. A text doesn't cross blocks, so the end of a block may stay unused.
const BLOCK: usize = 1 << 18;

/// Texts in blocks that never move. A single string would be copied whenever it is full, and then reserve half as much
/// again.
#[derive(Debug, Default)]
pub(super) struct Texts {
    blocks: Vec<String>,
}

impl Texts {
    /// Adds a text that fits in a block; returns its offset, or `None` if there are no offsets left.
    pub(super) fn push(&mut self, text: &str) -> Option<u32> {
        let is_full = |block: &String| block.len() + text.len() > BLOCK;
        if self.blocks.last().is_none_or(is_full) {
            self.blocks.push(String::with_capacity(BLOCK));
        }
        let number = self.blocks.len() - 1;
        let block = self.blocks.last_mut()?;
        let begin = u32::try_from(number * BLOCK + block.len()).ok()?;
        block.push_str(text);
        Some(begin)
    }

    /// The text at this offset; empty if there is none.
    pub(super) fn get(&self, begin: u32, length: usize) -> &str {
        let begin = begin as usize;
        let within = begin % BLOCK;
        self.blocks
            .get(begin / BLOCK)
            .and_then(|block| block.get(within..within + length))
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_stay_where_they_are() {
        let mut texts = Texts::default();
        let words: Vec<String> = (0..30_000)
            .map(|number| "é".repeat(number % 90) + &number.to_string())
            .collect();
        let begins: Vec<u32> = words.iter().map(|word| texts.push(word).unwrap()).collect();
        assert!(texts.blocks.len() > 5);
        for (word, begin) in words.iter().zip(begins) {
            assert_eq!(texts.get(begin, word.len()), word);
        }
        assert_eq!(texts.get(u32::MAX, 3), "");
    }
}
