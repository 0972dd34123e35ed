-- The operator's pictures and fonts, and the pictures' originals: every machine that serves the shop reads them from
-- here. A picture's name contains the hash of its content, so rows are never updated.
create table shop_files (
  name text collate "C" primary key check (name ~ '^(images|image-sources)/[^/]'),
  content bytea not null check (octet_length(content) between 1 and 33554432)
);
-- These formats are compressed already.
alter table shop_files alter column content set storage external;
