-- At gateways that take one refund of a payment and cannot be asked about it.
alter table refund_movements
  -- Set before such a gateway is called, and cleared if the call had no effect.
  add asked_at timestamptz,
  -- Nobody knows what became of the call: a person looks at the provider.
  add unclear_at timestamptz;
