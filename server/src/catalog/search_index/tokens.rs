//! What a text is indexed by: each of its words as a whole, and in its parts where it has some.

use std::vec;

use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

use crate::platform::search_words::{Word, words};

/// Longer words are numbers and noise, in bytes.
const LONGEST: usize = 40;

/// Whether a word, whole or a part of one, is short enough for the index.
pub(crate) fn is_indexed(word: &str) -> bool {
    word.len() < LONGEST
}

/// Cuts texts into the words of searches.
#[derive(Clone)]
pub(super) struct Tokens;

pub(super) struct Stream {
    left: vec::IntoIter<String>,
    token: Token,
}

impl Tokenizer for Tokens {
    type TokenStream<'a> = Stream;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> Self::TokenStream<'a> {
        let all = words(text).into_iter().flat_map(spellings);
        let all: Vec<String> = all.filter(|word| is_indexed(word)).collect();
        Stream {
            left: all.into_iter(),
            token: Token::default(),
        }
    }
}

/// A word and its parts, each once.
fn spellings(word: Word) -> Vec<String> {
    let mut all = vec![word.whole];
    for part in word.apart.into_iter().chain(word.pieces) {
        if !all.contains(&part) {
            all.push(part);
        }
    }
    all
}

impl TokenStream for Stream {
    fn advance(&mut self) -> bool {
        let Some(word) = self.left.next() else {
            return false;
        };
        self.token.text = word;
        // The first position is 0.
        self.token.position = self.token.position.wrapping_add(1);
        true
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}
