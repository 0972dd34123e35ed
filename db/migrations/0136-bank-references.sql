-- The bank's reference of the line of a statement for which the receipt was booked. People know a transfer by it, and a
-- line's key only contains it if it is long enough to be unique.
alter table receipts add column bank_reference text collate "C";
