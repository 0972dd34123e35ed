-- The list of mails: by time, by kind, and by address, which deleting a person also asks for.
create index mails_created on mails (created_at, id);
create index mails_kind on mails (kind, created_at, id);
create index mails_recipient on mails (lower(recipient) text_pattern_ops) where recipient <> '';
