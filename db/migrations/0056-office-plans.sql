-- The list of plan parts, without reading every payment that is not a part of a plan.
alter table payments add column of_plan boolean not null default false;
update payments set of_plan = true from orders where orders.id = payments.order_id and orders.has_payment_plan;
create index payments_of_plans on payments (due_at, id) where of_plan;
create index payments_of_plans_open on payments (due_at, id)
  where of_plan and status in ('pending', 'processing', 'partial', 'problem');
create index payments_of_plans_ended on payments (due_at, id) where of_plan and status = 'cancelled';
