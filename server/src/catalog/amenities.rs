//! What a shop has or hasn't: the one list of it on the server. Forms, imports, pages, the search and the API are made from it.

use super::entities::shop;

/// The variants with their names in the API, their words on pages, and their columns.
macro_rules! amenities {
    ($($(#[$about:meta])* $amenity:ident $name:literal $label:literal $column:ident;)*) => {
        /// Something that a shop has or hasn't.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Amenity {
            $($(#[$about])* $amenity,)*
        }

        /// All of them.
        pub const ALL: &[Amenity] = &[$(Amenity::$amenity,)*];

        impl Amenity {
            /// Its name in the API, in `provenance` and in the index.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$amenity => $name,)*
                }
            }

            /// For people.
            #[must_use]
            pub const fn label(self) -> &'static str {
                match self {
                    $(Self::$amenity => $label,)*
                }
            }

            /// Its column.
            pub fn of(self, row: &mut shop::Model) -> &mut Option<bool> {
                match self {
                    $(Self::$amenity => &mut row.$column,)*
                }
            }

            /// What `row` says about it.
            #[must_use]
            pub fn known(self, row: &shop::Model) -> Option<bool> {
                match self {
                    $(Self::$amenity => row.$column,)*
                }
            }
        }
    };
}

amenities! {
    Wifi "hasWifi" "WiFi" has_wifi;
    Parking "hasParking" "Parking" has_parking;
    PetFriendly "petFriendly" "Pet friendly" pet_friendly;
    GoodForWork "goodForWork" "Good for work" good_for_work;
    OutdoorSeating "hasOutdoorSeating" "Outdoor seating" has_outdoor_seating;
    Breakfast "servesBreakfast" "Serves breakfast" serves_breakfast;
    /// To charge a laptop at.
    Outlets "hasOutlets" "Outlets" has_outlets;
    Restroom "hasRestroom" "Restroom" has_restroom;
    DriveThrough "hasDriveThrough" "Drive-through" has_drive_through;
    /// Without a step, restroom included.
    Wheelchair "wheelchairAccessible" "Wheelchair accessible" wheelchair_accessible;
    ChangingTable "hasChangingTable" "Changing table" has_changing_table;
    /// Oat, soy, almond …
    PlantMilk "hasPlantMilk" "Plant milk" has_plant_milk;
    RoastsHere "roastsHere" "Roasts here" roasts_here;
}

/// Those besides the specification's. Lists of shops leave them out.
pub const FURTHER: [Amenity; 7] = [
    Amenity::Outlets,
    Amenity::Restroom,
    Amenity::DriveThrough,
    Amenity::Wheelchair,
    Amenity::ChangingTable,
    Amenity::PlantMilk,
    Amenity::RoastsHere,
];

/// What a shop says about each of [`FURTHER`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FurtherAmenities([Option<bool>; FURTHER.len()]);

impl FurtherAmenities {
    /// Those of a shop's row.
    #[must_use]
    pub fn of(row: &shop::Model) -> Self {
        Self(FURTHER.map(|amenity| amenity.known(row)))
    }

    /// What is known of `amenity`.
    #[must_use]
    pub fn get(&self, amenity: Amenity) -> Option<bool> {
        self.known()
            .find_map(|(known, has)| (known == amenity).then_some(has))
    }

    /// Those that are known, in their order.
    pub fn known(&self) -> impl Iterator<Item = (Amenity, bool)> {
        let all = FURTHER.into_iter().zip(self.0);
        all.filter_map(|(amenity, has)| Some((amenity, has?)))
    }
}
