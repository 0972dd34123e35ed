-- What a mail says, until the worker composes HTML and text from it to send it. Mails with a secret are sealed instead.
alter table mails add column draft jsonb;
