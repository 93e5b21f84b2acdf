mod arguments;
mod exports;
mod kitchen;
mod portable;
mod rules;
