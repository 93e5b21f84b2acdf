//! The connector for http and https.

use std::sync::Arc;

use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use rustls::crypto::ring;
use rustls::{ClientConfig, RootCertStore};

use crate::client::problem::Problem;

/// A connector that trusts what this machine trusts; where that is nothing, what Mozilla does.
pub(super) fn connector(tls: bool) -> Result<HttpsConnector<HttpConnector>, Problem> {
    let mut roots = RootCertStore::empty();
    // Reading them takes a while; who speaks plain HTTP needs none.
    if tls {
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        if roots.is_empty() {
            roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
        }
    }
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| Problem::Unreachable(format!("TLS cannot be used: {error}")))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    let mut http = HttpConnector::new();
    http.enforce_http(false);
    http.set_nodelay(true);
    Ok(HttpsConnectorBuilder::new()
        .with_tls_config(config)
        .https_or_http()
        .enable_http1()
        .wrap_connector(http))
}
