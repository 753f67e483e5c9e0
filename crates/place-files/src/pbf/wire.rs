//! The subset of protocol buffers that OpenStreetMap files use.
//!
//! Written by hand rather than generated, so that a hostile length can't make us allocate memory, and whole blocks can
//! be skipped without decoding.

/// Invalid encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Damage;

/// One field of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Value<'a> {
    Varint(u64),
    Bytes(&'a [u8]),
    /// A fixed-width number; OpenStreetMap files have none that matters here.
    Fixed,
}

impl<'a> Value<'a> {
    /// The bytes of a string, a message or a packed list; empty for a number.
    pub(crate) const fn bytes(self) -> &'a [u8] {
        match self {
            Self::Bytes(bytes) => bytes,
            Self::Varint(_) | Self::Fixed => &[],
        }
    }

    /// A number as `int64`; 0 for anything else.
    pub(crate) const fn signed(self) -> i64 {
        match self {
            Self::Varint(value) => value.cast_signed(),
            Self::Bytes(_) | Self::Fixed => 0,
        }
    }

    /// A number as `sint64` (zigzag); 0 for anything else.
    pub(crate) const fn zigzag(self) -> i64 {
        match self {
            Self::Varint(value) => zigzag(value),
            Self::Bytes(_) | Self::Fixed => 0,
        }
    }
}

/// Decodes `sint64`.
const fn zigzag(value: u64) -> i64 {
    (value >> 1).cast_signed() ^ -((value & 1).cast_signed())
}

/// Fields of a message, in order.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fields<'a> {
    rest: &'a [u8],
}

impl<'a> Fields<'a> {
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    fn read(&mut self) -> Result<(u64, Value<'a>), Damage> {
        let tag = varint(&mut self.rest)?;
        let value = match tag & 7 {
            0 => Value::Varint(varint(&mut self.rest)?),
            1 => self.fixed(8)?,
            2 => {
                let length = usize::try_from(varint(&mut self.rest)?).map_err(|_| Damage)?;
                let (bytes, rest) = self.rest.split_at_checked(length).ok_or(Damage)?;
                self.rest = rest;
                Value::Bytes(bytes)
            }
            5 => self.fixed(4)?,
            _ => return Err(Damage),
        };
        Ok((tag >> 3, value))
    }

    fn fixed(&mut self, length: usize) -> Result<Value<'a>, Damage> {
        self.rest = self.rest.get(length..).ok_or(Damage)?;
        Ok(Value::Fixed)
    }
}

impl<'a> Iterator for Fields<'a> {
    type Item = Result<(u64, Value<'a>), Damage>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let read = self.read();
        if read.is_err() {
            self.rest = &[];
        }
        Some(read)
    }
}

fn varint(bytes: &mut &[u8]) -> Result<u64, Damage> {
    let mut value = 0_u64;
    for (index, byte) in bytes.iter().enumerate().take(10) {
        value |= u64::from(byte & 0x7F) << (7 * index);
        if byte & 0x80 == 0 {
            *bytes = bytes.get(index + 1..).unwrap_or_default();
            return Ok(value);
        }
    }
    Err(Damage)
}

/// Numbers of a packed list; it ends at the first invalid number.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Numbers<'a> {
    rest: &'a [u8],
}

impl<'a> Numbers<'a> {
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    /// The numbers as delta-encoded `sint64`.
    pub(crate) fn deltas(self) -> impl Iterator<Item = i64> {
        self.scan(0_i64, |sum, value| {
            *sum = sum.wrapping_add(zigzag(value));
            Some(*sum)
        })
    }
}

impl Iterator for Numbers<'_> {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        varint(&mut self.rest).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_and_numbers() {
        let bytes = [
            0x08, 0x96, 0x01, 0x12, 0x02, b'h', b'i', 0x1D, 1, 2, 3, 4, 0x18, 0x03,
        ];
        let fields: Result<Vec<_>, _> = Fields::new(&bytes).collect();
        assert_eq!(
            fields,
            Ok(vec![
                (1, Value::Varint(150)),
                (2, Value::Bytes(b"hi")),
                (3, Value::Fixed),
                (3, Value::Varint(3))
            ])
        );
        assert_eq!(Value::Varint(3).zigzag(), -2);
        assert_eq!(
            Numbers::new(&[2, 2, 1]).deltas().collect::<Vec<_>>(),
            [1, 2, 1]
        );
    }

    #[test]
    fn damage_is_an_error_and_ends_the_message() {
        for bytes in [&[0x12, 0x05, b'h'][..], &[0xFF; 11], &[0x0F], &[0x09, 1]] {
            let mut fields = Fields::new(bytes);
            assert_eq!(fields.next(), Some(Err(Damage)), "{bytes:?}");
            assert_eq!(fields.next(), None);
        }
        assert_eq!(Numbers::new(&[0x80]).next(), None);
    }
}
