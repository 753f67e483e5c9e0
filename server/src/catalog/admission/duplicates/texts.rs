//! Many short texts that are only ever added.

/// Bytes of a block. A text lies in one block, so a block's end may stay empty.
const BLOCK: usize = 1 << 18;

/// Texts in blocks that never move: one string would be copied each time it is full, and then take half as much again.
#[derive(Debug, Default)]
pub(super) struct Texts {
    blocks: Vec<String>,
}

impl Texts {
    /// Adds a text no longer than a block; gives where it begins, or `None` when there is no number left for that.
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

    /// The text that begins there; empty when none does.
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
