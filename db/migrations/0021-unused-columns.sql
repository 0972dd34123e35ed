-- Written and never read.
alter table orders drop column shipping_label;
alter table sandbox_payments drop column refunded;
