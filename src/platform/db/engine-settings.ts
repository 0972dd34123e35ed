/**
 * Settings of the embedded server on a small machine. Durability is PostgreSQL's default: commits survive a power cut.
 */
export const SHOP_SETTINGS: Record<string, string> = {
  // Enough for two processes, whose pools have 17 connections each, and the command line.
  max_connections: '60',
  // PostgreSQL's own default. It holds what a shop with a million orders reads most.
  shared_buffers: '128MB',
  // Keeps the write-ahead log small on disk, yet forces few checkpoints during an on-sale.
  min_wal_size: '32MB',
  max_wal_size: '512MB',
  // There is no replication, but a backup of the running server needs `replica`.
  max_wal_senders: '0',
  wal_level: 'replica',
  // Queries are short and disks are solid-state.
  random_page_cost: '1.1',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  // The counters of a hot item are rewritten thousands of times, so the server cleans up early and often.
  autovacuum_naptime: '15s',
  autovacuum_vacuum_scale_factor: '0.05',
  autovacuum_analyze_scale_factor: '0.05',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Statements and their values can hold personal data, so they stay out of the server's log.
  log_min_error_statement: 'panic',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
};

/** For test databases, which need not survive a power cut. */
export const THROWAWAY_SETTINGS: Record<string, string> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
};
