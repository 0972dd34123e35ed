import type pg from 'pg';

/** The longest limit that PostgreSQL allows, 24 days. */
const NO_LIMIT_MS = 2_147_483_647;

const SHORT_WORK = {
  statement_timeout: 15_000,
  lock_timeout: 8_000,
  idle_in_transaction_session_timeout: 20_000,
};
// Written out, because the server may have its own limits and the driver does not send a zero.
const LONG_WORK = {
  statement_timeout: NO_LIMIT_MS,
  lock_timeout: NO_LIMIT_MS,
  idle_in_transaction_session_timeout: NO_LIMIT_MS,
};

/**
 * Makes PostgreSQL plan a named statement once for all parameters. By default it plans most of a purchase's statements
 * for each use, because it expects ten values in a list that has one.
 */
const PLANS_ONCE = '-c plan_cache_mode=force_generic_plan';

export interface SessionLimits {
  readonly connection: pg.ClientConfig;
  /**
   * Server options for connections that repeat the same statements, nearly all of which use an index for any values.
   */
  readonly plansOnce: string;
  /** Statements that follow `begin`. */
  readonly inTransaction: string;
}

/**
 * Returns the server's time limits. A direct connection has them from its start. A pooler such as PgBouncer refuses
 * them there and gives each transaction another session, so each transaction sets them for itself; single statements
 * then have only the limits of the role.
 */
export function sessionLimits(isForLongWork: boolean, isPooled: boolean): SessionLimits {
  const limits = isForLongWork ? LONG_WORK : SHORT_WORK;
  if (!isPooled) {
    return { connection: limits, plansOnce: isForLongWork ? '' : PLANS_ONCE, inTransaction: '' };
  }
  const settings = Object.entries(limits).map(([name, value]) => `; set local ${name} to ${value}`);
  return { connection: {}, plansOnce: '', inTransaction: settings.join('') };
}
