//! A battle: the sequence of play, its decisions, what comes of them.
//!
//! **A [`State`] is changed by [`State::evolve`] alone.** An order is checked before any die; carrying
//! it out cannot fail but for want of dice. What must be done next stands on the agenda as a pile of
//! [`Task`]s: a task that needs nobody is done at once, one that asks is the pending decision.

mod answers;
mod arrivals;
mod back;
mod casualties;
mod cause;
mod charges;
mod checks;
mod combat;
mod deeds;
mod digest;
mod end;
mod event;
mod guard;
mod gun_harm;
mod incoming;
mod keys;
mod leaders;
mod maneuvers;
mod options;
mod order;
mod own_rules;
mod passing;
mod refusal;
mod regroup;
mod scores;
mod sequence;
mod setup;
mod shooters;
mod silent;
mod special;
mod state;
mod task;
mod told;
mod turn;
mod unable;
mod volley;
mod why;
mod why_fight;

pub use cause::{Because, Cause, Snag, Tired};
pub use checks::prospects;
pub use combat::{Clash, clashes};
pub use event::{
    AnswerKind, Change, ChargeEnd, Event, GunHarm, Happened, Joins, Peril, Regrouped, Removal,
    RetreatKind, Takes,
};
pub use guard::Reminder;
pub use gun_harm::come_to;
pub use options::{options, options_of, others, subjects, volleys_alone};
pub use order::{Firing, Order};
pub use refusal::{NotNow, Refusal};
pub use scores::Score;
pub use sequence::Asked;
pub use special::Smoke;
pub use state::{
    Answer, Charge, ChargeKind, GunMarks, Marks, Officer, Over, Passage, Phase, Stage, State,
    Victory, Whereabouts,
};
pub use task::{FireStep, Task};
pub use told::Telling;
pub use turn::NoDice;
pub use unable::{Unable, no_way_to_charge};
pub use volley::{Aimed, aim};
