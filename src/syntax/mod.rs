//! Text to tree and back to text. The only floor that knows pest and the grammar in `grammar/`.

pub mod ast;
