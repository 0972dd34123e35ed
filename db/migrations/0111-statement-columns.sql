-- What the columns of a bank's CSV mean, by the headings of the file. A person chose it.
create table statement_columns (
  headings text collate "C" primary key,
  map jsonb not null,
  saved_at timestamptz not null,
  saved_by text not null
);
