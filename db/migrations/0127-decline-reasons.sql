-- Why a card payment was declined, in the provider's words. Null if the provider does not say.
alter table payment_attempts add column decline_reason text;
