-- Tries that failed because the mail server was away. They count against no mail, so that none is given up for an outage.
alter table mails add column excused integer not null default 0 check (excused between 0 and tries);
