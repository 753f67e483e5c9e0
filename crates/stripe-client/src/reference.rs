//! Fields that contain an ID, or the whole object if expanded (`expand`).

use std::{fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor, value::MapAccessDeserializer},
};

/// An ID, or the object itself.
#[derive(Clone, Debug, PartialEq)]
pub enum Ref<T> {
    Id(String),
    Object(Box<T>),
}

impl<T> Ref<T> {
    /// The object, if expanded.
    #[must_use]
    pub fn object(&self) -> Option<&T> {
        match self {
            Self::Id(_) => None,
            Self::Object(object) => Some(object),
        }
    }
}

/// Objects with an ID.
pub trait Identified {
    /// For example `sub_…`.
    fn id(&self) -> &str;
}

impl<T: Identified> Ref<T> {
    /// The identifier.
    #[must_use]
    pub fn id(&self) -> &str {
        match self {
            Self::Id(id) => id,
            Self::Object(object) => object.id(),
        }
    }
}

/// Written by hand, because a derived untagged enum doesn't say which field was wrong.
impl<'de, T: Deserialize<'de>> Deserialize<'de> for Ref<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Either(PhantomData))
    }
}

struct Either<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Either<T> {
    type Value = Ref<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an identifier or an object")
    }

    fn visit_str<E>(self, id: &str) -> Result<Self::Value, E> {
        Ok(Ref::Id(id.to_owned()))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(|object| Ref::Object(Box::new(object)))
    }
}
