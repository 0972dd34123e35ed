-- Which order a mail is about, so that staff find everything an order's customer and holders were sent.
alter table mails add column order_id bigint references orders (id);

update mails
set order_id = about.order_id
from (
  select mail.id, orders.id as order_id
  from mails mail
  join orders on mail.key like 'order:%' and orders.id::text = split_part(mail.key, ':', 2)
  union all
  select mail.id, refund.order_id
  from mails mail
  join refunds refund on mail.key like 'refund:%' and refund.id::text = split_part(mail.key, ':', 2)
  union all
  select mail.id, ticket.order_id
  from mails mail
  join ticket_changes change on mail.key like 'ticket-change:%' and change.id::text = split_part(mail.key, ':', 2)
  join tickets ticket on ticket.id = change.ticket_id
) as about
where mails.id = about.id;

create index mails_order on mails (order_id, id) where order_id is not null;
