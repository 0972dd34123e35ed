-- concurrently
-- Finds the payments of a batch that other files list one by one.
create index concurrently statement_lines_parts on statement_lines (other_identity) where other_identity is not null;
