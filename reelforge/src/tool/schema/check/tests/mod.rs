mod lenience;
mod oracle;
mod report;
mod shape;
