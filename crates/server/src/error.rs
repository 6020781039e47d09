//! What goes wrong, and with which status it is told.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use referee::error::{Detail, Error};
use rulebook::named;
use schemars::JsonSchema;
use serde::Serialize;

named! {
    /// What kind of error it is. A code never changes its meaning.
    pub enum Code {
        /// The request cannot be read.
        BadRequest = "bad-request",
        /// The request is larger than the server reads.
        TooLarge = "too-large",
        /// There is nothing at this address.
        NotFound = "not-found",
        /// The address does not take this method.
        NoSuchMethod = "no-such-method",
        /// No battle has this id.
        NoSuchBattle = "no-such-battle",
        /// No scenario is called so.
        NoSuchScenario = "no-such-scenario",
        /// No ledger entry is called so.
        NoSuchRule = "no-such-rule",
        /// No war is called so.
        NoSuchPeriod = "no-such-period",
        /// The token is no seat of this battle.
        NoSuchSeat = "no-such-seat",
        /// The invitation is none of this battle.
        NoSuchInvitation = "no-such-invitation",
        /// Somebody has the seat already.
        Taken = "taken",
        /// The decision is the enemy's.
        NotAsked = "not-asked",
        /// More orders have been given than the sender knows of.
        Stale = "stale",
        /// The battle is over.
        Over = "over",
        /// The order cannot be read.
        BadOrder = "bad-order",
        /// The order is against the rules.
        Refused = "refused",
        /// The other side does not offer to surrender.
        NoSurrender = "no-surrender",
        /// There is no order that could be taken back.
        NothingToUndo = "nothing-to-undo",
        /// The scenario, its edition or the rulings have defects.
        BadScenario = "bad-scenario",
        /// The record cannot be played.
        BadRecord = "bad-record",
        /// The client asks too often, or has too many sockets open.
        TooMany = "too-many",
        /// The server holds as many battles or sockets as it may.
        Full = "full",
        /// The request took too long.
        TooSlow = "too-slow",
        /// The server could not store it: nothing was done.
        NotStored = "not-stored",
        /// The stored battle cannot be played by this version of the program.
        Unplayable = "unplayable",
        /// The server made a mistake.
        Broken = "broken",
    }
}

impl Code {
    /// The status that it is told with.
    pub fn status(self) -> StatusCode {
        match self {
            Code::BadRequest => StatusCode::BAD_REQUEST,
            Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Code::NotFound
            | Code::NoSuchBattle
            | Code::NoSuchScenario
            | Code::NoSuchRule
            | Code::NoSuchPeriod => StatusCode::NOT_FOUND,
            Code::NoSuchMethod => StatusCode::METHOD_NOT_ALLOWED,
            Code::NoSuchSeat | Code::NoSuchInvitation => StatusCode::FORBIDDEN,
            Code::Taken
            | Code::NotAsked
            | Code::Stale
            | Code::Over
            | Code::NoSurrender
            | Code::NothingToUndo => StatusCode::CONFLICT,
            Code::BadOrder | Code::Refused | Code::BadScenario | Code::BadRecord => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
            Code::TooMany | Code::Full => StatusCode::TOO_MANY_REQUESTS,
            Code::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Code::NotStored => StatusCode::SERVICE_UNAVAILABLE,
            Code::Unplayable | Code::Broken => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

/// Why something was not done.
#[derive(Serialize, JsonSchema)]
pub struct Wrong {
    /// What kind of error it is.
    pub code: Code,
    /// What is wrong, for people.
    pub message: String,
    /// What else there is to say.
    #[serde(flatten)]
    pub detail: Box<Detail>,
}

/// The body of an answer that is an error.
#[derive(Serialize, JsonSchema)]
pub struct Refusal {
    /// What is wrong.
    pub error: Wrong,
}

impl Wrong {
    /// An error that a sentence says all about.
    pub fn new(code: Code, message: impl Into<String>) -> Wrong {
        Wrong { code, message: message.into(), detail: Box::default() }
    }

    /// What the rules say, under a code of ours.
    pub fn ruled(code: Code, error: Error) -> Wrong {
        Wrong { code, message: error.message, detail: error.detail }
    }
}

impl std::fmt::Debug for Wrong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.code, self.message)
    }
}

impl IntoResponse for Wrong {
    fn into_response(self) -> Response {
        if self.code.status().is_server_error() {
            tracing::error!(code = self.code.name(), "{}", self.message);
        }
        (self.code.status(), Json(Refusal { error: self })).into_response()
    }
}
