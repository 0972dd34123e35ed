-- What is forgotten after a while is looked for every minute or every ten, and these tables grow with logins, links and tries.
create index login_tokens_used on login_tokens (last_used_at);
create index rate_limits_window on rate_limits (window_start);
create index single_use_links_expires on single_use_links (expires_at);
