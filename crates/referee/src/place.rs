//! Places as the protocol writes them.

use geometry::{Angle, Point, Pose};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

/// Where something stands and looks: `[x, y, degrees]`, in inches and degrees clockwise from north.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place(pub Pose);

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.0.at.x, self.0.at.y, Degrees(self.0.heading)).serialize(serializer)
    }
}

impl JsonSchema for Place {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Place".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "array",
            "description": "[x, y, heading]: inches east and north of the south-west corner, degrees clockwise from north",
            "items": { "type": "number" },
            "minItems": 3,
            "maxItems": 3
        })
    }
}

/// A place without a heading: `[x, y]`, in inches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot(pub Point);

impl Serialize for Spot {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.0.x, self.0.y).serialize(serializer)
    }
}

impl JsonSchema for Spot {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Spot".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "array",
            "description": "[x, y]: inches east and north of the south-west corner",
            "items": { "type": "number" },
            "minItems": 2,
            "maxItems": 2
        })
    }
}

/// An angle in degrees, whole where it is.
struct Degrees(Angle);

impl Serialize for Degrees {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let hundredths = self.0.in_hundredths();
        if hundredths % 100 == 0 {
            serializer.serialize_i32(hundredths / 100)
        } else {
            serializer.serialize_f64(f64::from(hundredths) / 100.0)
        }
    }
}
