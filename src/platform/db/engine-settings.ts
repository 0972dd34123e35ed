/**
 * Settings of the embedded server for a shop on a small machine. Durability is PostgreSQL's own default and stays:
 * what was acknowledged survives a power cut.
 */
export const SHOP_SETTINGS: Record<string, string> = {
  // Two pools per process (12 connections), a listener, and room for the command line beside them.
  max_connections: '60',
  // What is asked for again and again of a shop with a million orders; PostgreSQL's own default.
  shared_buffers: '128MB',
  // Small write-ahead files on the disk of a small machine, yet few forced checkpoints in an on-sale.
  min_wal_size: '32MB',
  max_wal_size: '512MB',
  // Nobody replicates from here; `replica` itself stays, because a backup of the running server needs it.
  max_wal_senders: '0',
  wal_level: 'replica',
  // Queries are short and the disks have no heads.
  random_page_cost: '1.1',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  // Counters of a hot item are rewritten thousands of times: clean up early and often.
  autovacuum_naptime: '15s',
  autovacuum_vacuum_scale_factor: '0.05',
  autovacuum_analyze_scale_factor: '0.05',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Statements and their values can hold personal data: they stay out of the server's log.
  log_min_error_statement: 'panic',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
};

/** For databases that are thrown away after a test: nothing has to survive a power cut. */
export const THROWAWAY_SETTINGS: Record<string, string> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
};
