-- The line of a bank statement that shows money which a person had recorded, confirmed by a person.
alter table receipts add column statement_line text collate "C";
