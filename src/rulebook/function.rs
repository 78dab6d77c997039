//! The functions and built-in properties of expressions, in one table: resolution, documentation and evaluation read it.

/// A built-in function or property.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "FUNCTIONS says what each does")]
pub enum Function {
    Min,
    Max,
    Abs,
    Clamp,
    Sum,
    Count,
    Dice,
    Distance,
    Bearing,
    Adjacent,
    Sight,
    Between,
    FiguresAt,
    Near,
    Foes,
    Friends,
    Side,
    SideFigures,
    Cell,
    Turn,
    Times,
    HasBoard,
    Terrain,
    Height,
    Facing,
    Name,
    Removed,
    CellAt,
    Neighbors,
    Beyond,
    FallenAt,
    ThingsAt,
    Things,
    Cells,
    Left,
    Within,
    Grown,
    Drifted,
    Scatter,
    Direction,
    Way,
    Joined,
    Fewer,
    InPhase,
    FarEnds,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct FunctionRow {
    /// Which.
    pub function: Function,
    /// Its name in expressions.
    pub name: &'static str,
    /// Whether it is also written as a property, `f.cell`.
    pub property: bool,
    /// Its signature, as documented.
    pub signature: &'static str,
    /// What it says, in a sentence.
    pub sentence: &'static str,
}

const fn row(
    function: Function,
    name: &'static str,
    property: bool,
    signature: &'static str,
    sentence: &'static str,
) -> FunctionRow {
    FunctionRow { function, name, property, signature, sentence }
}

/// Every function, in the order of the reference.
pub const FUNCTIONS: &[FunctionRow] = &[
    row(Function::Min, "min", false, "min(n, …) or min(list)", "The least of several numbers; dice too."),
    row(Function::Max, "max", false, "max(n, …) or max(list)", "The greatest of several numbers; dice too."),
    row(Function::Abs, "abs", false, "abs(n)", "The number without its sign."),
    row(Function::Clamp, "clamp", false, "clamp(n, low, high)", "The number, held between two others."),
    row(Function::Sum, "sum", false, "sum(list)", "The sum of a list of numbers; 0 if it is empty."),
    row(Function::Count, "count", false, "count(list)", "How many members a list has."),
    row(Function::Joined, "joined", false, "joined(list, list)", "The members of one list, then those of another."),
    row(Function::Dice, "dice", false, "dice(count, sides)", "So many dice of so many sides."),
    row(
        Function::Fewer,
        "fewer",
        false,
        "fewer(dice, count)",
        "Dice with so many of their first kind of die less; 0 if none of these is left.",
    ),
    row(Function::Distance, "distance", false, "distance(a, b)", "How far two figures or cells are apart."),
    row(
        Function::Bearing,
        "bearing",
        false,
        "bearing(a, b)",
        "Steps between the way `a` faces and the direction of `b`; 0 is straight ahead.",
    ),
    row(
        Function::Adjacent,
        "adjacent",
        false,
        "adjacent(a, b)",
        "Whether two figures or cells are next to each other.",
    ),
    row(Function::Sight, "sight", false, "sight(a, b)", "Whether nothing opaque stands between."),
    row(Function::Between, "between", false, "between(a, b)", "The cells strictly between, the nearest to `a` first."),
    row(Function::FiguresAt, "figures_at", false, "figures_at(cell)", "The figures in a cell."),
    row(Function::FallenAt, "fallen_at", false, "fallen_at(cell)", "The figures out of play that were last in a cell."),
    row(
        Function::Neighbors,
        "neighbors",
        false,
        "neighbors(cell)",
        "The cells of the map next to one, clockwise from the east.",
    ),
    row(
        Function::Beyond,
        "beyond",
        false,
        "beyond(a, b)",
        "The cell straight behind `b` as seen from `a`; none outside the map.",
    ),
    row(
        Function::Direction,
        "direction",
        false,
        "direction(a, b)",
        "The way from one figure or cell to another, in steps clockwise from east.",
    ),
    row(
        Function::Within,
        "within",
        false,
        "within(a, length)",
        "The cells of the map within a length of a figure or cell, itself among them.",
    ),
    row(
        Function::Scatter,
        "scatter",
        false,
        "scatter(a, direction, length)",
        "The cell so far in a direction; it may lie outside the map, where its terrain is none.",
    ),
    row(
        Function::Way,
        "way",
        false,
        "way(f, a, length)",
        "The cells through which a figure comes nearest to a place at a cost of at most so many steps, in order.",
    ),
    row(Function::Grown, "grown", false, "grown(cells)", "Cells with all those next to them."),
    row(Function::Drifted, "drifted", false, "drifted(cells, direction, length)", "Cells moved so far in a direction."),
    row(
        Function::Things,
        "things",
        false,
        "things(KIND)",
        "The things of a kind that lie on the map or are spread over it, in the order in which they came.",
    ),
    row(Function::Cells, "cells", true, "cells(thing)", "The cells that a thing is spread over."),
    row(Function::Left, "left", true, "left(thing)", "For how many more turns a thing is spread; none if for good."),
    row(
        Function::Near,
        "near",
        false,
        "near(a, length)",
        "The figures within a length of a figure or cell, nearest first, itself not counted.",
    ),
    row(Function::Foes, "foes", false, "foes(f)", "The figures of other sides that are in play."),
    row(Function::Friends, "friends", false, "friends(f)", "The other figures of its side that are in play."),
    row(Function::Side, "side", true, "side(f)", "The side of a figure."),
    row(Function::SideFigures, "side_figures", false, "side_figures(side)", "All figures of a side."),
    row(
        Function::Cell,
        "cell",
        true,
        "cell(f) or cell(column, row)",
        "Where a figure stands; or the cell of the map at a place, none outside it.",
    ),
    row(Function::Turn, "turn", false, "turn()", "The number of the turn, the first is 1."),
    row(Function::InPhase, "in_phase", false, "in_phase(PHASE, …)", "Whether this is one of these phases."),
    row(Function::HasBoard, "has_board", false, "has_board()", "Whether there is a board in this play."),
    row(Function::Terrain, "terrain", true, "terrain(cell)", "What a cell is."),
    row(Function::Height, "height", true, "height(cell)", "How high a cell is."),
    row(Function::Facing, "facing", true, "facing(f)", "The way a figure faces, in steps clockwise from east."),
    row(Function::Name, "name", true, "name(f)", "The name of a figure, thing or side."),
    row(Function::Removed, "removed", true, "removed(f)", "Whether a figure is out of play."),
];
