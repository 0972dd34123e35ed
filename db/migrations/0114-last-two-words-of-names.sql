-- concurrently
-- Last names of several words, such as "van Visser": the last word alone is shared by too many people.
create index concurrently orders_last_words on orders ((substring(search_key(customer_name) from '[^ ]+ [^ ]+$')) text_pattern_ops)
  where search_key(customer_name) like '% % %';
create index concurrently tickets_last_words on tickets ((substring(search_key(full_name) from '[^ ]+ [^ ]+$')) text_pattern_ops)
  where search_key(full_name) like '% % %';
create index concurrently customers_last_words on customers ((substring(search_key(full_name) from '[^ ]+ [^ ]+$')) text_pattern_ops)
  where search_key(full_name) like '% % %';
