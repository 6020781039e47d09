//! The page, which is built into the program.

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{Html, IntoResponse, Response};
use rust_embed::RustEmbed;

/// What `npm run build` makes of `web/`. Without it the program can be built all the same.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Files;

/// What is shown if the program was built without its page.
const NO_PAGE: &str = "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Double Quick</title></head>\n\
<body><h1>Double Quick</h1>\n<p>The server runs, but this program was built without its page. Build both with \
<code>make play</code>. What programs may ask is told at <a href=\"/api/openapi.json\">/api/openapi.json</a>.</p></body></html>\n";

/// A file of the page, or the page itself for its own routes.
pub fn serve(uri: &Uri, headers: &HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    // What has an ending is a file; everything else is a route of the page.
    let is_file = path.rsplit('/').next().is_some_and(|last| last.contains('.'));
    let name = if path.is_empty() || !is_file { "index.html" } else { path };
    let Some(file) = Files::get(name) else {
        return match is_file {
            true => (StatusCode::NOT_FOUND, "there is no such file\n").into_response(),
            false => Html(NO_PAGE).into_response(),
        };
    };
    let tag: String = file.metadata.sha256_hash().iter().map(|b| format!("{b:02x}")).collect();
    let tag = format!("\"{tag}\"");
    // The names of assets change with what is in them.
    let cache = match name.starts_with("assets/") {
        true => "public, max-age=31536000, immutable",
        false => "no-cache",
    };
    let known = headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let heads = [(ETAG, tag), (CACHE_CONTROL, cache.to_owned())];
    if known {
        return (StatusCode::NOT_MODIFIED, heads).into_response();
    }
    let kind = [(CONTENT_TYPE, file.metadata.mimetype().to_owned())];
    (heads, kind, Body::from(file.data.into_owned())).into_response()
}
