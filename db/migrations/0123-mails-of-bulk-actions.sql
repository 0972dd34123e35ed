-- Actions for many mails keep what became of each.
-- removes: the check that follows allows everything that this one does
alter table bulk_runs drop constraint bulk_runs_action_check;
alter table bulk_runs add constraint bulk_runs_action_check
  check (action in ('mail', 'cancel', 'mails-again', 'mails-retry')) not valid;
alter table bulk_runs validate constraint bulk_runs_action_check;

create table bulk_mails (
  run_id bigint not null references bulk_runs (id),
  mail_id bigint not null references mails (id),
  -- The mail that is sent for it: a copy, or the mail itself if it is retried. Null if it was left out.
  sent_id bigint references mails (id),
  why text check (why in ('account', 'not_sent', 'not_failed', 'wiped', 'secret')),
  primary key (run_id, mail_id),
  check ((sent_id is null) = (why is not null))
);
