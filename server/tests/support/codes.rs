//! Codes and links, as people find them in their email.

use super::{Received, TestApp};

/// An email's decoded text (quoted-printable).
pub fn words_of(mail: &Received) -> String {
    let joined = mail.data.replace("=\r\n", "").replace("\r\n", "\n");
    let mut words = String::new();
    let mut bytes = Vec::new();
    let mut rest = joined.as_str();
    while let Some(letter) = rest.chars().next() {
        let coded = rest
            .strip_prefix('=')
            .and_then(|rest| u8::from_str_radix(rest.get(..2)?, 16).ok());
        match coded {
            Some(byte) => {
                bytes.push(byte);
                rest = &rest[3..];
            }
            None => {
                words.push_str(&String::from_utf8_lossy(&bytes));
                bytes.clear();
                words.push(letter);
                rest = &rest[letter.len_utf8()..];
            }
        }
    }
    words
}

impl TestApp {
    /// The emails to this address, oldest first, decoded.
    pub async fn mails_to(&self, email: &str) -> Vec<String> {
        let mails = self.mails().await;
        let to = mails.iter().filter(|mail| mail.recipient == email);
        to.map(words_of).collect()
    }

    /// The code in the newest email to this address that has one, and its link's token. The clock has to advance
    /// between emails, or their order is unknown.
    pub async fn code_to(&self, email: &str) -> (String, String) {
        let mails = self.mails_to(email).await;
        let found = mails.iter().rev().find_map(|mail| {
            let code = mail.split("Your code: ").nth(1)?.get(..6)?.to_owned();
            let token = mail.split("#token=").nth(1)?;
            let token = token.chars().take_while(char::is_ascii_hexdigit).collect();
            Some((code, token))
        });
        found.unwrap_or_else(|| panic!("no code went to {email}: {mails:?}"))
    }
}
