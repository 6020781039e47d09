use crate::Spot;

/// An upright box around something, in thousandths: the first and cheapest question of any search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Its lower left corner.
    pub low: Spot,
    /// Its upper right corner.
    pub high: Spot,
}

impl Bounds {
    /// The box around `spots`; nothing for none.
    pub fn of(spots: impl IntoIterator<Item = Spot>) -> Option<Bounds> {
        let mut spots = spots.into_iter();
        let first = spots.next()?;
        Some(spots.fold(Bounds { low: first, high: first }, Bounds::with))
    }

    fn with(self, spot: Spot) -> Bounds {
        Bounds {
            low: Spot::new(self.low.x.min(spot.x), self.low.y.min(spot.y)),
            high: Spot::new(self.high.x.max(spot.x), self.high.y.max(spot.y)),
        }
    }

    /// The box around both.
    pub fn and(self, other: Bounds) -> Bounds {
        self.with(other.low).with(other.high)
    }

    /// The box, wider by `by` thousandths on every side.
    pub fn grown(self, by: f64) -> Bounds {
        let by = Spot::new(by, by);
        Bounds { low: self.low.minus(by), high: self.high.plus(by) }
    }

    /// Its corners.
    pub fn corners(self) -> [Spot; 4] {
        let Bounds { low, high } = self;
        [low, Spot::new(low.x, high.y), high, Spot::new(high.x, low.y)]
    }

    /// Do the boxes share a point?
    pub fn meets(self, other: Bounds) -> bool {
        self.low.x <= other.high.x
            && other.low.x <= self.high.x
            && self.low.y <= other.high.y
            && other.low.y <= self.high.y
    }

    /// How far apart the boxes are; nothing if they share a point.
    pub fn gap(self, other: Bounds) -> f64 {
        let across = (other.low.x - self.high.x).max(self.low.x - other.high.x).max(0.0);
        let along = (other.low.y - self.high.y).max(self.low.y - other.high.y).max(0.0);
        Spot::new(across, along).size()
    }

    /// How far `other` reaches beyond the box.
    pub fn beyond(self, other: Bounds) -> f64 {
        let (low, high) = (self.low.minus(other.low), other.high.minus(self.high));
        low.x.max(low.y).max(high.x).max(high.y).max(0.0)
    }

    /// Does the box hold all of `other`?
    pub fn holds(self, other: Bounds) -> bool {
        self.low.x <= other.low.x
            && other.high.x <= self.high.x
            && self.low.y <= other.low.y
            && other.high.y <= self.high.y
    }
}
