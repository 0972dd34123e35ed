-- What a ticket tells its holder about the gate.
alter table events
  add entrance text,
  add gate_times text,
  add bring text;
