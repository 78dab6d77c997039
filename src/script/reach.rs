//! What scripts can reach: the environment as it stands in the engine, walked member by member, so that nobody has to
//! remember what is in it.

use mlua::{Lua, LuaString, Table, Value};
use std::collections::BTreeSet;

/// Every function in the environment of scripts, its libraries and what texts have, by its name.
pub(super) fn functions(lua: &Lua) -> mlua::Result<BTreeSet<String>> {
    let mut walk = ReachWalk { found: BTreeSet::new(), seen: BTreeSet::new() };
    walk.table("", &lua.globals())?;
    if let Some(texts) = lua.type_metatable::<LuaString>() {
        walk.table("(\"\")", &texts)?;
    }
    Ok(walk.found)
}

struct ReachWalk {
    found: BTreeSet<String>,
    /// Tables that were looked at.
    seen: BTreeSet<usize>,
}

impl ReachWalk {
    fn table(&mut self, name: &str, table: &Table) -> mlua::Result<()> {
        if !self.seen.insert(table.to_pointer() as usize) {
            return Ok(());
        }
        table.for_each(|key: Value, value: Value| {
            let key = key.as_string().map_or_else(|| "?".to_string(), |key| key.to_string_lossy());
            let member = if name.is_empty() { key } else { format!("{name}.{key}") };
            match value {
                Value::Function(_) => {
                    self.found.insert(member);
                    Ok(())
                }
                Value::Table(inner) => self.table(&member, &inner),
                _ => Ok(()),
            }
        })
    }
}
