//! Addresses and what is answered there.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{ConnectInfo, DefaultBodyLimit, FromRequest, Path, Query, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use engine::table::Side;
use library::rules::{Rule, RulesShow};
use library::{Entry, Ledger, nearest};
use serde::de::DeserializeOwned;

use crate::error::{Code, Wrong};
use crate::hall::{Hall, beside, unread};
use crate::scenarios::{Picture, drawn};
use crate::store::{Summary, shown};
use crate::wire::{
    Accept, Begun, Done, Health, Join, Joined, ListedBattle, ListedScenario, ListedSeat, NewBattle,
    NewOrder, Resign, SeatKind, ShownBattle, ShownScenario, Undo,
};
use crate::{deeds, machines, openapi, page, secret, socket};

/// How large a request may be.
const LARGEST: usize = 16 * 1024;
/// How large one may be that brings a record.
const LARGEST_RECORD: usize = 2 * 1024 * 1024;
/// How many battles a list has at most.
const LISTED: i64 = 100;
/// How many tokens a request may name.
const TOKENS: usize = 200;
/// What it costs to begin a battle, in requests.
const BEGINNING: f64 = 5.0;
/// What it costs to begin one from a record.
const REPLAYING: f64 = 100.0;
/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(30);

type Answer<T> = Result<Json<T>, Wrong>;
type AHall = State<Arc<Hall>>;

/// Everything the server answers.
pub fn router(hall: Arc<Hall>) -> Router {
    let api = Router::new()
        .route("/health", get(health))
        .route("/openapi.json", get(document))
        .route("/scenarios", get(scenarios))
        .route("/scenarios/{name}", get(scenario))
        .route("/scenarios/{name}/map.svg", get(map))
        .route("/scenarios/{name}/thumbnail.png", get(thumbnail))
        .route(
            "/battles",
            get(battles).merge(post(begin).layer(DefaultBodyLimit::max(LARGEST_RECORD))),
        )
        .route("/battles/public", get(public))
        .route("/battles/{id}", get(battle))
        .route("/battles/{id}/map.svg", get(battle_map))
        .route("/battles/{id}/record", get(record))
        .route("/battles/{id}/join", post(join))
        .route("/battles/{id}/orders", post(order))
        .route("/battles/{id}/undo", post(undo))
        .route("/battles/{id}/resign", post(resign))
        .route("/battles/{id}/surrender", post(accept))
        .route("/battles/{id}/socket", get(connect))
        .route("/rules", get(rules))
        .route("/rules/{id}", get(rule))
        .route("/qrs/{period}", get(sheet))
        .fallback(nothing)
        .method_not_allowed_fallback(no_method)
        .layer(from_fn_with_state(hall.clone(), bounded));
    Router::new()
        .nest("/api", api)
        .route("/metrics", get(metrics))
        .fallback(the_page)
        .method_not_allowed_fallback(no_method)
        .layer(DefaultBodyLimit::max(LARGEST))
        .layer(from_fn_with_state(hall.clone(), counted))
        .layer(from_fn(guarded))
        .with_state(hall)
}

/// No client asks too often, no answer takes too long.
async fn bounded(
    State(hall): AHall,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Result<Response, Wrong> {
    let begins = request.method() == Method::POST && request.uri().path() == "/battles";
    let length =
        request.headers().get(CONTENT_LENGTH).and_then(|text| text.to_str().ok()?.parse().ok());
    let cost = match (begins, length) {
        (false, _) => 1.0,
        (true, Some(0..=LARGEST)) => BEGINNING,
        // A record is replayed, which takes a while.
        (true, _) => REPLAYING,
    };
    hall.rates.take(client.ip(), cost)?;
    let answer = tokio::time::timeout(PATIENCE, next.run(request)).await;
    answer.map_err(|_| Wrong::new(Code::TooSlow, "this took too long; try again"))
}

/// Answers are counted and noted, without what stands behind `?`, which may be secret.
async fn counted(State(hall): AHall, request: Request, next: Next) -> Response {
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let began = crate::metrics::now();
    let answer = next.run(request).await;
    let status = answer.status().as_u16();
    if let Some(count) = hall.metrics.answers.get(usize::from(status / 100).wrapping_sub(1)) {
        count.fetch_add(1, Ordering::Relaxed);
    }
    let micros = began.elapsed().as_micros() as u64;
    tracing::debug!(%method, path, status, micros, "answered");
    answer
}

/// What a browser is told to be careful about.
const CAREFUL: [(&str, &str); 4] = [
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    (
        "content-security-policy",
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; \
         style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; \
         connect-src 'self' ws: wss:; object-src 'none'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'self'",
    ),
];

async fn guarded(request: Request, next: Next) -> Response {
    let mut answer = next.run(request).await;
    for (name, value) in CAREFUL {
        let (name, value) = (HeaderName::from_static(name), HeaderValue::from_static(value));
        answer.headers_mut().entry(name).or_insert(value);
    }
    answer
}

/// The body of a request, as JSON.
struct Body<T>(T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Wrong;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Wrong> {
        let bytes = axum::body::Bytes::from_request(request, state).await;
        let bytes = bytes.map_err(|rejection| match rejection {
            BytesRejection::FailedToBufferBody(cut)
                if cut.status() == StatusCode::PAYLOAD_TOO_LARGE =>
            {
                Wrong::new(Code::TooLarge, "the request is larger than the server reads")
            }
            other => Wrong::new(Code::BadRequest, other.body_text()),
        })?;
        serde_json::from_slice(&bytes).map(Body).map_err(|error| {
            Wrong::new(Code::BadRequest, format!("the request cannot be read: {error}"))
        })
    }
}

/// What stands behind `?`, in pairs.
struct Asked(Vec<(String, String)>);

type Pairs = Result<Query<Vec<(String, String)>>, QueryRejection>;

impl Asked {
    fn read(pairs: Pairs, known: &[&str]) -> Result<Asked, Wrong> {
        let Query(pairs) =
            pairs.map_err(|error| Wrong::new(Code::BadRequest, error.body_text()))?;
        if let Some((word, _)) = pairs.iter().find(|(word, _)| !known.contains(&word.as_str())) {
            let message = match known {
                [] => format!("`{word}`: nothing may be asked for here"),
                known => format!("`{word}` is not known here: expected {}", known.join(", ")),
            };
            return Err(Wrong::new(Code::BadRequest, message));
        }
        Ok(Asked(pairs))
    }

    fn all(&self, word: &str) -> Result<Vec<String>, Wrong> {
        let of = self.0.iter().filter(|(known, _)| known == word);
        let all: Vec<String> = of.map(|(_, value)| value.clone()).collect();
        if all.len() > TOKENS {
            return Err(Wrong::new(Code::BadRequest, format!("at most {TOKENS} of `{word}`")));
        }
        Ok(all)
    }

    fn one(&self, word: &str) -> Result<Option<String>, Wrong> {
        let mut all = self.all(word)?;
        match all.len() {
            0 | 1 => Ok(all.pop()),
            _ => Err(Wrong::new(Code::BadRequest, format!("`{word}` is said twice"))),
        }
    }
}

async fn nothing(uri: Uri) -> Wrong {
    let path = uri.path();
    let message = format!("there is nothing at /api{path}; /api/openapi.json tells what there is");
    Wrong::new(Code::NotFound, message)
}

async fn no_method(method: Method) -> Wrong {
    Wrong::new(Code::NoSuchMethod, format!("this address does not take {method}"))
}

async fn the_page(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    match method {
        Method::GET | Method::HEAD => page::serve(&uri, &headers),
        other => no_method(other).await.into_response(),
    }
}

async fn health(State(hall): AHall) -> Answer<Health> {
    hall.store.count().await.map_err(|fault| unread(&fault))?;
    let database = shown(&hall.settings.database);
    Ok(Json(Health { ok: true, version: env!("CARGO_PKG_VERSION"), database }))
}

async fn metrics(State(hall): AHall) -> Response {
    let kind = [(CONTENT_TYPE, "text/plain; version=0.0.4")];
    (kind, hall.metrics.told()).into_response()
}

async fn document() -> Json<serde_json::Value> {
    Json(openapi::document())
}

async fn scenarios(State(hall): AHall) -> Answer<Vec<ListedScenario>> {
    Ok(Json(hall.catalogue.listed().await?))
}

async fn scenario(State(hall): AHall, Path(name): Path<String>) -> Answer<ShownScenario> {
    Ok(Json(hall.catalogue.shown(&name, hall.texts.briefing).await?))
}

/// A picture that never changes while the program runs.
fn pictured(kind: &'static str, bytes: axum::body::Bytes) -> Response {
    let heads = [(CONTENT_TYPE, kind), (CACHE_CONTROL, "public, max-age=3600")];
    (heads, bytes).into_response()
}

async fn map(State(hall): AHall, Path(name): Path<String>) -> Result<Response, Wrong> {
    let bytes = hall.catalogue.picture(&name, Picture::Map).await?;
    Ok(pictured("image/svg+xml", bytes))
}

async fn thumbnail(State(hall): AHall, Path(name): Path<String>) -> Result<Response, Wrong> {
    let bytes = hall.catalogue.picture(&name, Picture::Thumbnail).await?;
    Ok(pictured("image/png", bytes))
}

async fn begin(
    State(hall): AHall,
    Body(wanted): Body<NewBattle>,
) -> Result<(StatusCode, Json<Begun>), Wrong> {
    let (begun, battle) = hall.begin(wanted).await?;
    machines::drive(&hall, &battle);
    Ok((StatusCode::CREATED, Json(begun)))
}

async fn battles(State(hall): AHall, asked: Pairs) -> Answer<Vec<ListedBattle>> {
    let tokens = Asked::read(asked, &["token"])?.all("token")?;
    let digests: Vec<String> = tokens.iter().map(|token| secret::digest(token)).collect();
    let found = hall.store.of_tokens(&digests).await.map_err(|fault| unread(&fault))?;
    Ok(Json(found.into_iter().filter_map(|battle| summed_up(battle, &digests)).collect()))
}

async fn public(State(hall): AHall, asked: Pairs) -> Answer<Vec<ListedBattle>> {
    Asked::read(asked, &[])?;
    let found = hall.store.public(LISTED).await.map_err(|fault| unread(&fault))?;
    Ok(Json(found.into_iter().filter_map(|battle| summed_up(battle, &[])).collect()))
}

fn summed_up(battle: Summary, tokens: &[String]) -> Option<ListedBattle> {
    let Summary { id, scenario, title, begun, ended, orders, seats } = battle;
    let [first, second] = seats.each_ref().map(|seat| SeatKind::named(&seat.kind));
    let kinds = [first?, second?];
    let sides = crate::battle::SIDES;
    let seat = |side: Side| {
        let (kind, kept) = (kinds[side as usize], &seats[side as usize]);
        let taken = matches!(kind, SeatKind::Machine(_)) || !kept.token.is_empty();
        ListedSeat { side, kind, taken }
    };
    Some(ListedBattle {
        id,
        scenario,
        title,
        begun,
        orders,
        seats: sides.map(seat).into(),
        yours: sides
            .into_iter()
            .filter(|side| tokens.contains(&seats[*side as usize].token))
            .collect(),
        over: !ended.is_empty(),
        winner: ended.parse().ok(),
    })
}

async fn battle(State(hall): AHall, Path(id): Path<String>, asked: Pairs) -> Answer<ShownBattle> {
    let tokens = Asked::read(asked, &["seat"])?.all("seat")?;
    let battle = hall.battle(&id).await?;
    let shown = {
        let table = deeds::sit(&hall, &battle).await?;
        let yours = table.yours(&tokens)?;
        battle.shown(&table, yours)
    };
    machines::drive(&hall, &battle);
    Ok(Json(shown))
}

async fn battle_map(State(hall): AHall, Path(id): Path<String>) -> Result<Response, Wrong> {
    let battle = hall.battle(&id).await?;
    let (name, scenario, book) = {
        let table = deeds::sit(&hall, &battle).await?;
        let record = &table.game.record;
        let known = library::battle(&record.scenario) == Some(record.battle.as_str());
        let state = &table.game.state;
        (known.then(|| record.scenario.clone()), state.scenario.clone(), state.book.clone())
    };
    let bytes = match name {
        Some(name) => hall.catalogue.picture(&name, Picture::Map).await?,
        None => {
            let drawn = battle.map.get_or_try_init(async || {
                let _permit = hall.loaders.acquire().await;
                beside(move || drawn(&scenario, &book, Picture::Map)).await
            });
            drawn.await?.clone()
        }
    };
    Ok(pictured("image/svg+xml", bytes))
}

async fn record(State(hall): AHall, Path(id): Path<String>) -> Result<Response, Wrong> {
    let battle = hall.battle(&id).await?;
    let record = deeds::sit(&hall, &battle).await?.record();
    let file = format!("attachment; filename=\"{}-{id}.json\"", record.scenario);
    let heads = [(CONTENT_TYPE, "application/json".to_owned()), (CONTENT_DISPOSITION, file)];
    Ok((heads, record.written()).into_response())
}

async fn join(State(hall): AHall, Path(id): Path<String>, Body(new): Body<Join>) -> Answer<Joined> {
    deeds::join(&hall, id, new).await.map(Json)
}

async fn order(
    State(hall): AHall,
    Path(id): Path<String>,
    Body(new): Body<NewOrder>,
) -> Answer<Done> {
    deeds::order(&hall, id, new).await.map(Json)
}

async fn undo(State(hall): AHall, Path(id): Path<String>, Body(new): Body<Undo>) -> Answer<Done> {
    deeds::undo(&hall, id, new).await.map(Json)
}

async fn resign(
    State(hall): AHall,
    Path(id): Path<String>,
    Body(new): Body<Resign>,
) -> Answer<Done> {
    deeds::resign(&hall, id, new).await.map(Json)
}

async fn accept(
    State(hall): AHall,
    Path(id): Path<String>,
    Body(new): Body<Accept>,
) -> Answer<Done> {
    deeds::accept(&hall, id, new).await.map(Json)
}

async fn connect(
    State(hall): AHall,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    Path(id): Path<String>,
    asked: Pairs,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, Wrong> {
    let asked = Asked::read(asked, &["seat", "after"])?;
    let after = asked.one("after")?.map(|after| after.parse()).transpose().map_err(|_| {
        Wrong::new(Code::BadRequest, "`after` is the number of orders that you know of")
    })?;
    let battle = hall.battle(&id).await?;
    let yours = deeds::sit(&hall, &battle).await?.yours(&asked.all("seat")?)?;
    let upgrade = upgrade.map_err(|error| {
        let message = format!("this address is for sockets: {}", error.body_text());
        Wrong::new(Code::BadRequest, message)
    })?;
    let place = socket::Place::take(&hall, &battle, client.ip())?;
    let client = socket::Client { address: client.ip(), yours, after };
    let upgrade = upgrade.max_message_size(socket::LONGEST).max_frame_size(socket::LONGEST);
    Ok(upgrade.on_upgrade(move |socket| socket::speak(place, battle, client, socket)))
}

async fn rules(asked: Pairs) -> Answer<Vec<Rule>> {
    let asked = Asked::read(asked, &["q", "period"])?;
    let words = asked.one("q")?.unwrap_or_default().to_lowercase();
    let period = asked.one("period")?;
    let words: Vec<&str> = words.split_whitespace().collect();
    let fits = |entry: &&Entry| {
        let text = format!("{} {} {}", entry.id, entry.title, entry.text).to_lowercase();
        words.iter().all(|word| text.contains(word))
            && period.as_ref().is_none_or(|period| entry.periods.contains(period))
    };
    Ok(Json(Ledger::built_in().entries().filter(fits).map(Rule::of).collect()))
}

async fn rule(Path(id): Path<String>) -> Answer<RulesShow> {
    let ledger = Ledger::built_in();
    let id = id.to_uppercase();
    let found = ledger.entry(&id).map(RulesShow::of);
    found.map(Json).ok_or_else(|| {
        let ids = ledger.ids();
        let near = nearest(&id, ids.iter().map(String::as_str));
        let near = near.map_or(String::new(), |near| format!("; did you mean {near}?"));
        Wrong::new(Code::NoSuchRule, format!("the ledger has no rule `{id}`{near}"))
    })
}

async fn sheet(
    State(hall): AHall,
    Path(period): Path<String>,
    asked: Pairs,
) -> Result<Response, Wrong> {
    let edition = Asked::read(asked, &["edition"])?.one("edition")?;
    let sheet = hall.texts.sheet;
    let html = beside(move || sheet(&period, edition.as_deref())).await;
    let html = html.map_err(|fault| Wrong::new(Code::NoSuchPeriod, fault))?;
    Ok(axum::response::Html(html).into_response())
}
