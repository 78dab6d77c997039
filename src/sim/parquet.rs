//! Rows of games as a table of Parquet, for data frames that read millions of them. What writes it is only there where fray
//! was built with the feature `parquet`: it is a large crate, and few need it.

#[cfg(feature = "parquet")]
mod writing {
    use crate::sim::row::{ColumnSort, RowSort};
    use crate::value::Number;
    use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
    use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
    use parquet::errors::ParquetError;
    use parquet::file::properties::WriterProperties;
    use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
    use parquet::schema::types::Type;
    use serde_json::Value as Json;
    use std::sync::Arc;

    /// Rows that stand together.
    const GROUP: usize = 1 << 16;

    /// The bytes of a file with the rows, which are given as lines of JSON.
    pub(crate) fn parquet(sort: RowSort, rows: &str) -> Result<Vec<u8>, String> {
        written(sort, rows).map_err(|error| error.to_string())
    }

    fn written(sort: RowSort, rows: &str) -> Result<Vec<u8>, ParquetError> {
        let columns = sort.columns();
        let fields = columns.iter().map(|column| Ok(Arc::new(field(column.0, column.1)?)));
        let fields = fields.collect::<Result<Vec<_>, ParquetError>>()?;
        let schema = Arc::new(Type::group_type_builder("row").with_fields(fields).build()?);
        let creator = format!("fray version {}", env!("CARGO_PKG_VERSION"));
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).set_created_by(creator);
        let mut file = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties.build()))?;
        let mut lines = rows.lines().peekable();
        while lines.peek().is_some() {
            let group = lines.by_ref().take(GROUP).map(serde_json::from_str::<Json>);
            let group =
                group.collect::<Result<Vec<Json>, _>>().map_err(|error| ParquetError::External(error.into()))?;
            let mut rows = file.next_row_group()?;
            for (name, kind) in columns {
                let cells: Vec<&Json> = group.iter().map(|row| &row[*name]).collect();
                let Some(column) = rows.next_column()? else { break };
                fill(column, *kind, &cells)?;
            }
            rows.close()?;
        }
        file.into_inner()
    }

    fn field(name: &str, sort: ColumnSort) -> Result<Type, ParquetError> {
        let (physical, logical) = match sort {
            ColumnSort::Count => (Physical::INT64, None),
            ColumnSort::Amount => (Physical::DOUBLE, None),
            ColumnSort::Truth => (Physical::BOOLEAN, None),
            ColumnSort::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        };
        let field = Type::primitive_type_builder(name, physical).with_repetition(Repetition::OPTIONAL);
        field.with_logical_type(logical).build()
    }

    fn fill(column: SerializedColumnWriter<'_>, sort: ColumnSort, cells: &[&Json]) -> Result<(), ParquetError> {
        match sort {
            ColumnSort::Count => put::<Int64Type>(column, cells, Json::as_i64),
            ColumnSort::Truth => put::<BoolType>(column, cells, Json::as_bool),
            ColumnSort::Text => put::<ByteArrayType>(column, cells, |cell| cell.as_str().map(ByteArray::from)),
            ColumnSort::Amount => put::<DoubleType>(column, cells, |cell| {
                serde_json::from_value::<Number>(cell.clone()).ok().map(Number::to_f64)
            }),
        }
    }

    /// Writes a column; a cell without a value is empty.
    fn put<T: DataType>(
        mut column: SerializedColumnWriter<'_>,
        cells: &[&Json],
        value: impl Fn(&Json) -> Option<T::T>,
    ) -> Result<(), ParquetError> {
        let all: Vec<Option<T::T>> = cells.iter().map(|cell| value(cell)).collect();
        let levels: Vec<i16> = all.iter().map(|cell| i16::from(cell.is_some())).collect();
        let values: Vec<T::T> = all.into_iter().flatten().collect();
        column.typed::<T>().write_batch(&values, Some(&levels), None)?;
        column.close()
    }
}

#[cfg(feature = "parquet")]
pub(crate) use writing::parquet;

/// Whether this fray can write it.
pub(crate) const WRITES_PARQUET: bool = cfg!(feature = "parquet");

/// Fails: this fray was built without it.
#[cfg(not(feature = "parquet"))]
pub(crate) fn parquet(_: super::row::RowSort, _: &str) -> Result<Vec<u8>, String> {
    Err("it was built without the feature `parquet`".to_string())
}
