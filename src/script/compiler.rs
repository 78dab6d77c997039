//! How scripts are compiled.

use mlua::chunk::Compiler;

/// How scripts are compiled.
pub(super) fn compiler() -> Compiler {
    Compiler::new()
        .set_optimization_level(2)
        .set_debug_level(1)
        .add_disabled_builtin("setmetatable")
        .add_disabled_builtin("tonumber")
        .add_disabled_builtin("tostring")
        .add_disabled_builtin("string.byte")
        .add_disabled_builtin("string.sub")
        .add_disabled_builtin("table.unpack")
        .add_disabled_builtin("typeof")
}
