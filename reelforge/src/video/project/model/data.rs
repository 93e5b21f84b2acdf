//! Lists of rows.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::unit::path;

/// Rows of data: a list of maps, or a map with `file`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum DataSource {
    /// Written in the project.
    Rows(#[schemars(length(max = 500))] Vec<Row>),
    /// In a file.
    File(DataFile),
}

/// A row: values by column name.
// Where a project writes the rows, values keep their letters, see `source::value_of`; in a table they do not.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Row(pub serde_json::Map<String, serde_json::Value>);

impl JsonSchema for Row {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Row".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "object",
            "description": "A row: values by column name.",
            "maxProperties": 50,
            "additionalProperties": super::unit::scalar(generator),
        })
    }
}

/// Rows kept in a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DataFile {
    /// A csv or json file of the project, at most 1 MB and 500 rows.
    #[schemars(schema_with = "path")]
    pub file: String,
}
