//! Terrain: what each kind of ground does unless a scenario says otherwise.

use std::sync::Arc;

use geometry::Length;

use crate::{RuleId, Set, named};

named! {
    /// Cover of the target.
    pub enum Cover {
        /// None.
        Open = "open",
        /// A feature too slight for any but open order.
        Minor = "minor-cover",
        /// Partial.
        Partial = "partial-cover",
        /// Full.
        Full = "full-cover",
        /// Fortified.
        Fortified = "fortified",
    }
}

named! {
    /// What a defender holds.
    pub enum Position {
        /// Nothing that helps.
        Open = "open-position",
        /// Favorable ground.
        Favorable = "favorable-ground",
        /// A strong position.
        Strong = "strong-position",
        /// A fortified position.
        Fortified = "fortified",
    }
}

named! {
    /// How ground slows a move, or stops it.
    pub enum Going {
        /// Open.
        Open = "open",
        /// Broken.
        Broken = "broken",
        /// Rough.
        Rough = "rough",
        /// Impassable.
        Impassable = "impassable",
    }
}

named! {
    /// What crossing a feature asks of a unit.
    pub enum Obstacle {
        /// Nothing.
        None = "none",
        /// It makes the move one over broken ground.
        Minor = "minor",
        /// It must be scaled.
        Major = "major",
    }
}

named! {
    /// What else is said of a kind of terrain.
    pub enum TerrainTrait {
        /// Woods: one sees so far into them, and is covered deep in them.
        Woods = "woods",
        /// Dense: command through it reaches only half as far.
        Dense = "dense",
        /// A line rather than an area.
        Line = "line",
        /// Counts as linear cover.
        LinearCover = "linear-cover",
        /// Guns cannot cross it.
        NoGuns = "no-guns",
        /// Mounted troops cannot cross it.
        NoHorse = "no-horse",
        /// Can be garrisoned.
        Garrison = "garrison",
        /// A road.
        Road = "road",
        /// A road good enough for its bonus.
        Good = "good",
        /// A bridge, ford or causeway: what lies under it is not felt on it.
        Crossing = "crossing",
        /// A passage one stand wide that can be stormed.
        Defile = "defile",
        /// Felled trees: those caught in them are easy targets.
        Abatis = "abatis",
        /// Water, for the map.
        Water = "water",
        /// High ground, for the map.
        Hill = "hill",
    }
}

/// A kind of terrain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TerrainKind {
    /// Its name in scenarios.
    pub id: Arc<str>,
    /// Words for the player.
    pub label: Arc<str>,
    /// How it slows a move.
    pub going: Going,
    /// The cover it gives.
    pub cover: Cover,
    /// The cover it gives deep inside.
    pub deep_cover: Option<Cover>,
    /// How far one sees through it; nothing if it does not hinder sight.
    pub sight: Option<Length>,
    /// What it is worth to a defender.
    pub position: Position,
    /// What crossing it asks.
    pub obstacle: Obstacle,
    /// What else is said of it.
    pub traits: Set<TerrainTrait>,
    /// The ledger entry.
    pub rule: RuleId,
}
