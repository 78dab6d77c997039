//! What of a game in motion a single expression looks at, apart from what the rules it names look at.

use super::*;
use crate::value::{KindId, Value};

/// What going through a list is worth, in nodes.
const LIST_WORK: u32 = 16;

/// The expressions around: what the variables of its quantifiers go through.
pub(super) struct Sights<'b> {
    book: &'b Rulebook,
    lists: Vec<(u8, &'b Expr)>,
    /// What the names of its `let`s stand for.
    named: Vec<(u8, &'b Expr)>,
}

impl<'b> Sights<'b> {
    pub(super) fn new(book: &'b Rulebook, expr: &'b Expr) -> Sights<'b> {
        let (mut lists, mut named) = (Vec::new(), Vec::new());
        expr.walk(&mut |part| match &part.node {
            Node::Over { local, list, .. } | Node::Map(list, local, _) => lists.push((*local, &**list)),
            Node::Let(local, value, _) => named.push((*local, &**value)),
            _ => {}
        });
        Sights { book, lists, named }
    }

    /// How much work this node itself is: much if it goes through a list, or over the board.
    pub(super) fn work(node: &Node) -> u32 {
        use Function::{Near, Sight, Things, ThingsAt, Way, Within};
        match node {
            Node::Const(_) => 0,
            Node::Over { .. } | Node::Map(..) | Node::Call(Near | Sight | Things | ThingsAt | Way | Within, _) => {
                LIST_WORK
            }
            _ => 1,
        }
    }

    /// What this node itself looks at, its parts left out.
    pub(super) fn of(&self, node: &Node) -> Aspects {
        match node {
            Node::Track(_, id, _) => Aspects::track(*id),
            Node::Attribute(_, id) if self.book.attributes[id.index()].is_note() => Aspects::note(*id),
            Node::State(_, id) | Node::InState(_, id, _) => Aspects::word(*id),
            Node::Slot(..) => Aspects::THINGS,
            Node::HasCondition(_, id) => Aspects::condition(*id),
            Node::Relation(..) => Aspects::TIES,
            Node::Field(thing, field) if self.may_change(thing, *field) => Aspects::field(*field),
            Node::Call(function, _) => self.of_function(*function),
            _ => Aspects::NONE,
        }
    }

    fn of_function(&self, function: Function) -> Aspects {
        use Function::*;
        match function {
            Min | Max | Abs | Clamp | Sum | Count | Dice | HasBoard | Name | Joined | Index | Fewer | Repeat
            | Numbers | Grown | Sides => Aspects::NONE,
            Turn | InPhase | ActingSide => Aspects::TIME,
            Times | Amount => Aspects::ALL,
            FarEnds => Aspects::TIES,
            Terrain | Height => Aspects::CELLS_OF_FIGURES.and(Aspects::CELLS),
            Way => Aspects::PLACES.and(Aspects::CELLS),
            ThingsAt | Things | Cells | Left => Aspects::PLACES.and(Aspects::THINGS),
            Sight => {
                let veils = self.book.ground.iter().flat_map(|ground| &ground.veils);
                let veils_change = veils.into_iter().any(|(kind, field)| self.is_tracked(*kind, *field));
                let through = Aspects::CELLS_OF_FIGURES.and(Aspects::CELLS).and(Aspects::THINGS);
                if veils_change { through.and(Aspects::FIELDS) } else { through }
            }
            Foes | Friends | Side | SideFigures | Figures | Removed | OutOfPlay => Aspects::PRESENCE,
            FiguresAt | Near => Aspects::CELLS_OF_FIGURES.and(Aspects::PRESENCE),
            Facing => Aspects::FACING,
            Bearing => Aspects::CELLS_OF_FIGURES.and(Aspects::FACING),
            Distance | Adjacent | Between | CellAt | Neighbors | Beyond | Direction | Within | Scatter => {
                Aspects::CELLS_OF_FIGURES
            }
            // A thing that is held may be let fall.
            Cell => Aspects::PLACES.and(Aspects::THINGS),
        }
    }

    fn is_tracked(&self, kind: KindId, field: usize) -> bool {
        self.book.kinds[kind.index()].fields.get(field).is_some_and(|field| field.tracked)
    }

    /// Whether the field may be one that each thing has of its own; if its kind is not plain, whether any kind's is.
    fn may_change(&self, thing: &Expr, field: u16) -> bool {
        let field = usize::from(field);
        match self.kind(thing) {
            Some(kind) => self.is_tracked(kind, field),
            None => (0..self.book.kinds.len()).any(|kind| self.is_tracked(KindId(kind as u16), field)),
        }
    }

    /// The kind of the things an expression stands for, if it is plain.
    fn kind(&self, thing: &Expr) -> Option<KindId> {
        match &thing.node {
            Node::Const(Value::Item(id)) => Some(self.book.items[id.index()].kind),
            Node::Fact(id) => kind_of(&self.book.facts[id.index()].r#type),
            Node::Call(Function::Terrain, _) => self.book.ground.as_ref()?.cells,
            Node::Field(inner, field) => {
                let fields = &self.book.kinds[self.kind(inner)?.index()].fields;
                kind_of(&fields.get(usize::from(*field))?.r#type)
            }
            Node::Local(local) => {
                let lists = self.lists.iter().filter(|(other, _)| other == local).map(|(_, list)| self.members(list));
                let named = self.named.iter().filter(|(other, _)| other == local).map(|(_, value)| self.kind(value));
                let mut kinds = lists.chain(named);
                let first = kinds.next()??;
                kinds.all(|kind| kind == Some(first)).then_some(first)
            }
            _ => None,
        }
    }

    /// The kind of a list's members.
    fn members(&self, list: &Expr) -> Option<KindId> {
        match &list.node {
            Node::Slot(_, id) => self.book.slots[id.index()].kind,
            Node::Call(Function::ThingsAt | Function::Things, given) => {
                let kind = given.last()?.as_number()?.as_int()?;
                u16::try_from(kind).ok().map(KindId)
            }
            Node::Over { quantifier: Quantifier::List, list, body: None, .. } => self.members(list),
            Node::Fact(id) => kind_of(&self.book.facts[id.index()].r#type),
            _ => None,
        }
    }
}

fn kind_of(r#type: &Type) -> Option<KindId> {
    match r#type {
        Type::Thing(kind) => Some(*kind),
        Type::Optional(inner) | Type::List(inner) => kind_of(inner),
        _ => None,
    }
}
