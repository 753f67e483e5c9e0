//! Finds the location of an IP address in the operator's MaxMind-format file. The address is looked up and forgotten;
//! nothing here stores it.

use std::{net::IpAddr, path::Path, sync::Arc};

use maxminddb::Reader;
use serde::Deserialize;

use super::error::{Error, Result};

/// The operator's file, read at startup; without one, no location is known. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct AddressPlaces(Option<Arc<Reader<Vec<u8>>>>);

/// Where an address is, about.
#[derive(Clone, Debug, PartialEq)]
pub struct AddressPlace {
    /// Degrees.
    pub latitude: f64,
    /// Degrees.
    pub longitude: f64,
    /// ISO 3166-1, such as `US`.
    pub country: String,
    /// The second part of ISO 3166-2, such as `LA`.
    pub region: Option<String>,
    pub city: Option<String>,
}

impl AddressPlaces {
    /// Reads `file`; an empty path means no file.
    ///
    /// # Errors
    ///
    /// When the file can't be read or isn't in MaxMind's format.
    pub fn open(file: &Path) -> Result<Self> {
        if file.as_os_str().is_empty() {
            return Ok(Self::default());
        }
        Reader::open_readfile(file)
            .map(|reader| Self(Some(Arc::new(reader))))
            .map_err(|error| {
                Error::Setup(format!(
                    "can't read TOWNPERK_GEOIP_FILE {}: {error}. It must be a city database in MaxMind's format (.mmdb).",
                    file.display()
                ))
            })
    }

    /// The location of `address`; `None` if the file doesn't have it, or has only the country.
    #[must_use]
    pub fn find(&self, address: IpAddr) -> Option<AddressPlace> {
        let found = self.0.as_ref()?.lookup(address.to_canonical()).ok()?;
        let record = found.decode::<Record>().ok()??;
        Some(AddressPlace {
            latitude: record.location.latitude?,
            longitude: record.location.longitude?,
            country: record.country.iso_code?,
            region: record
                .subdivisions
                .into_iter()
                .next()
                .and_then(|subdivision| subdivision.iso_code),
            city: record.city.names.en,
        })
    }
}

/// The fields that we use from GeoIP2 City records and similar ones.
#[derive(Debug, Deserialize)]
#[serde(default)]
#[derive(Default)]
struct Record {
    location: Location,
    country: Coded,
    subdivisions: Vec<Coded>,
    city: Named,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Location {
    latitude: Option<f64>,
    longitude: Option<f64>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Coded {
    iso_code: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Named {
    names: Names,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Names {
    en: Option<String>,
}
