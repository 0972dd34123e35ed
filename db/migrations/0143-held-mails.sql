-- Whether the last attempt failed because the mail server was down. `excused` also counts the attempts before somebody
-- retried a failed mail.
alter table mails add column is_held boolean not null default false;
