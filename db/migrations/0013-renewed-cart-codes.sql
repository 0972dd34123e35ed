-- A cart that a customer takes over gets a new code: who knew the anonymous one can no longer use it. Its owner still can,
-- because other tabs and repeated requests name it.
alter table carts add column former_code text;
create unique index carts_former_code on carts (former_code) where former_code is not null;
