-- concurrently
-- Finds the mails that the mail server has put off, among those of a rush that wait for their first try.
create index concurrently mails_held on mails (id) where status = 'waiting' and excused > 0;
