-- Who started a try to pay decides where its browser comes back to: the order's owner to the order, everybody else to the page of
-- the link, because the order is not theirs to see.

alter table payment_attempts add column by_link boolean not null default false;
