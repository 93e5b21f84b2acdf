//! One annotated function is a tool over MCP, REST, OpenAPI and the shell.
