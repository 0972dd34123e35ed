import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { isLostServer, isSilence } from './database-unavailable.ts';
import { watchClosing } from './pool-closing.ts';
import { watchWait } from './pool-wait.ts';
import { namedStatements, type Prepare, unnamedStatements } from './prepared.ts';
import { rollsBack } from './refusals.ts';
import { sendTogether } from './send-together.ts';
import { withServerOptions } from './server-options.ts';
import { sessionLimits } from './session-limits.ts';
import { distrustReadOnly } from './trusted-connections.ts';

/** The database itself or an open transaction. */
export interface Queryable {
  /** Values must be parameters (`$1`), never part of the text. */
  rows<Row = Record<string, unknown>>(text: string, parameters?: readonly unknown[]): Promise<Row[]>;
  /** Returns the first row. */
  row<Row = Record<string, unknown>>(text: string, parameters?: readonly unknown[]): Promise<Row | undefined>;
  /** Returns the number of affected rows. */
  run(text: string, parameters?: readonly unknown[]): Promise<number>;
}

declare const txBrand: unique symbol;
/**
 * An open transaction (READ COMMITTED). A function that must run inside one takes a `Tx`. Statements sent together
 * (`Promise.all`) run in the order they were sent and cost one round trip; when one fails, the statements after it do
 * nothing. A transaction that has ended refuses further statements.
 */
export interface Tx extends Queryable {
  readonly [txBrand]: true;
}

export interface Db extends Queryable {
  /**
   * Commits when `work` resolves. Rolls back when it throws or when its result is a refusal (`{ ok: false }`), which is
   * returned; use `refuseAndCommit` for a refusal whose writes must stay. Deadlocks and serialisation failures are
   * retried, so `work` may run up to four times.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Like `transaction`, on the small pool reserved for transactions that change stock. */
  stockTransaction<T>(work: (tx: Tx) => Promise<T>, options?: StockTransactionOptions): Promise<T>;
  /**
   * The same database for the office, on its own small pool: the office waits for the shop, never the other way round.
   */
  forOffice(): OfficeDb;
  /**
   * Resolves if the database answers within two seconds; otherwise rejects. Uses a connection that is reserved for
   * this, because all others may be busy.
   */
  ping(): Promise<void>;
  /**
   * How long the shop's oldest pending request for a connection has waited, in milliseconds; 0 when none is pending.
   * Requests of the office and pings do not count.
   */
  longestWaitMs(): number;
  /** Resolves when all connections are closed, so that the server can stop without cutting one off. */
  end(): Promise<void>;
}

export interface OfficeDb extends Db {
  /**
   * Runs `work` in a read-only transaction. All statements see the same moment, each within `timeoutMs` (default 3 s).
   */
  read<T>(work: (tx: Queryable) => Promise<T>, options?: OfficeReadOptions): Promise<T>;
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: OfficeTransactionOptions): Promise<T>;
}

interface TransactionOptions {
  /** How long to wait for a lock, in milliseconds. */
  lockTimeoutMs?: number;
}

interface OfficeReadOptions {
  readonly timeoutMs?: number;
  /**
   * Plans each statement once per connection, for statements that use the same indexes whatever their values. Planning
   * would take most of their time.
   */
  readonly isPlannedOnce?: boolean;
}

export const PLANNED_ONCE: OfficeReadOptions = { isPlannedOnce: true };

interface OfficeTransactionOptions extends TransactionOptions {
  /** Plans statements as `read` does, for work that reads a list and records what it did with it. */
  isForList?: boolean;
}

interface StockTransactionOptions extends TransactionOptions {
  /** False: acknowledge the commit before it is on disk (`synchronous_commit` off). A power cut can lose it. */
  isSynced?: boolean;
}

export interface DbOptions {
  connection: pg.ClientConfig;
  /** Connections for everything that does not change stock (default 8). */
  poolSize?: number;
  /** Connections for stock transactions (default 4). More of them would be slower on one hot row. */
  stockPoolSize?: number;
  /** Connections for the office (default 4). */
  officePoolSize?: number;
  /** A connection whose server is silent for this long is dropped (default 20 s, above the statement timeout). */
  silenceMs?: number;
  /** Set for commands, whose statements each run once: PostgreSQL then plans them for their values. */
  isForCommand?: boolean;
  /** Switches off the timeouts of statements and locks, for commands that read entire tables. */
  isForLongWork?: boolean;
  /**
   * Connects through a pooler, which may give each transaction another session: session settings are not used, and
   * prepared statements only with `keepsPrepared`.
   */
  isPooled?: boolean;
  keepsPrepared?: boolean;
  onError?: (error: Error) => void;
}

// bigint columns hold counts, ids and minor units, all below 2^53. A larger value must not lose digits silently.
pg.types.setTypeParser(20, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint out of range: ${text}`);
  return value;
});

const RETRYABLE = new Set(['40001', '40P01']);
const MAX_TRIES = 4;
/** The pause before the second attempt. It doubles each time and is randomised to prevent repeated collisions. */
const RETRY_AFTER_MS = 10;
const PING_MS = 2_000;
const OFFICE_READ_MS = 3_000;
/**
 * Plans each statement for its actual values: a filter may match a handful of rows or half of the table. Merge joins
 * are excluded, because the planner assumes that matches are spread evenly over a table and the join can stop early.
 * An item's matches are often all among the last orders, and the join then reads everything before them.
 */
const PLANNED_FOR_LISTS = '; set local plan_cache_mode to force_custom_plan; set local enable_mergejoin to off';
const PLANS_ONCE = '; set local plan_cache_mode to force_generic_plan';
/** These statements are harmless even if `begin` failed. */
const ONLY_READS = /^\s*(?:select|with(?!.*\b(?:insert|update|delete|merge)\b))\b/is;

type Send = (query: pg.QueryConfig) => Promise<pg.QueryResult>;

const queryable = (prepared: Prepare, send: Send): Queryable => ({
  rows: async (text, parameters) => (await send(prepared(text, parameters))).rows as never,
  row: async (text, parameters) => (await send(prepared(text, parameters))).rows[0] as never,
  run: async (text, parameters) => (await send(prepared(text, parameters))).rowCount ?? 0,
});

interface Begun {
  send: Send;
  /**
   * Refuses further statements, so that nothing writes outside the transaction. Resolves when `begin` has succeeded.
   */
  end(): Promise<unknown>;
  /**
   * Returns the original failure: statements sent after a failed one fail too, and their errors may arrive here first.
   */
  causeOf(error: unknown): unknown;
}

/**
 * Begins a transaction. Leading statements that only read or lock are sent together with `begin`, which saves a round
 * trip. Statements that write wait until `begin` has succeeded.
 */
function beginOn(client: pg.PoolClient, begin: string): Begun {
  sendTogether(client);
  const begun = client.query(begin);
  let state: 'beginning' | 'begun' | 'over' = 'beginning';
  let isAnyHeld = false;
  /** Errors since the last successful statement, in the order of the statements. */
  let failures: unknown[] = [];
  const fails = (error: unknown) => void failures.push(error);
  const sendNow = (query: pg.QueryConfig) => {
    if (state === 'over') throw new Error('The transaction of this statement is over');
    sendTogether(client);
    const answer = client.query(query);
    answer.then(() => {
      failures = [];
    }, fails);
    return answer;
  };
  begun.then(() => {
    if (state === 'beginning') state = 'begun';
  }, fails);
  return {
    send(query) {
      if (state !== 'beginning' || (!isAnyHeld && ONLY_READS.test(query.text))) return sendNow(query);
      // Statements keep their order: once one is held back, all later ones wait behind it.
      isAnyHeld = true;
      return begun.then(() => sendNow(query));
    },
    end() {
      state = 'over';
      return begun;
    },
    causeOf: (error) => (failures.includes(error) ? failures[0] : error),
  };
}

/** The statements that begin a transaction. */
interface Beginning {
  readonly mode: string;
  /** Further statements, each preceded by a semicolon. */
  readonly settings: string;
}
const PLAIN: Beginning = { mode: '', settings: '' };
const lockTimeoutSetting = ({ lockTimeoutMs }: TransactionOptions): string =>
  lockTimeoutMs === undefined ? '' : `; set local lock_timeout to ${Math.ceil(lockTimeoutMs)}`;

export function openDb(options: DbOptions): Db {
  const onError = options.onError ?? (() => {});
  const { isForLongWork = false, isPooled = false, isForCommand = false } = options;
  const limits = sessionLimits(isForLongWork, isPooled);
  // Long work relies on TCP keepalive to detect a lost server.
  const silence = isForLongWork
    ? { keepAlive: true }
    : // Detects a server that no longer answers at all, not even with a timeout.
      { query_timeout: options.silenceMs ?? 20_000 };
  const settings = {
    ...options.connection,
    pipeline: true,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    ...limits.connection,
    ...silence,
  };
  const repeating = withServerOptions(settings, isForCommand ? '' : limits.plansOnce);
  const general = new pg.Pool({ ...repeating, max: options.poolSize ?? 8 });
  const stock = new pg.Pool({ ...repeating, max: options.stockPoolSize ?? 4 });
  const pings = new pg.Pool({ ...settings, max: 1, connectionTimeoutMillis: PING_MS, query_timeout: PING_MS });
  // Reads do not notice a server that became read-only, so their connections do not stay for long, even in steady use.
  const office = new pg.Pool({ ...settings, max: options.officePoolSize ?? 4, maxLifetimeSeconds: 30 });
  const pools = [general, stock, pings, office];
  for (const pool of pools) {
    // Without a listener, a broken idle connection would end the process.
    pool.on('error', onError);
    // A connection that breaks while the pool hands it over would do so too: for a moment it has no other listener.
    pool.on('connect', (client) => void client.on('error', () => {}));
  }
  const noticeReadOnly = distrustReadOnly(pools);
  const waits = [general, stock].map(watchWait);
  const closed = pools.map(watchClosing);
  const prepared = isPooled && !options.keepsPrepared ? unnamedStatements : namedStatements();
  let ping: Promise<void> | null = null;

  async function once<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>, { mode, settings }: Beginning): Promise<T> {
    const client = await pool.connect();
    let broken: Error | undefined;
    const onBroken = (error: Error) => {
      broken = error;
      onError(error);
    };
    client.on('error', onBroken);
    const { send, end, causeOf } = beginOn(client, `begin${mode}${limits.inTransaction}${settings}`);
    try {
      const value = await work(queryable(prepared, send) as Tx);
      await end();
      await client.query(rollsBack(value) ? 'rollback' : 'commit');
      return value;
    } catch (thrown) {
      end().catch(() => {});
      const error = causeOf(thrown);
      noticeReadOnly(error);
      // A silent server would not receive the rollback, and a server that became read-only must not be used again.
      // Closing the connection ends the transaction in both cases.
      if (isSilence(error) || isLostServer(error)) broken = error as Error;
      try {
        if (!broken) await client.query('rollback');
      } catch (rollbackError) {
        broken ??= rollbackError as Error;
      }
      throw error;
    } finally {
      client.off('error', onBroken);
      client.release(broken);
    }
  }

  async function inPool<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>, begin = PLAIN): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await once(pool, work, begin);
      } catch (error) {
        const code = (error as { code?: string }).code;
        if (!code || !RETRYABLE.has(code) || attempt === MAX_TRIES) throw error;
        await pause(RETRY_AFTER_MS * 2 ** (attempt - 1) * (0.5 + Math.random()));
      }
    }
  }

  const sendIn = (pool: pg.Pool): Send => {
    return async (query) => {
      try {
        return await pool.query(query);
      } catch (error) {
        noticeReadOnly(error);
        throw error;
      }
    };
  };
  // Through a pooler, single statements have the role's limits, which are too short for long work.
  const inTransactions: Queryable = {
    rows: (text, parameters) => inPool(general, (tx) => tx.rows(text, parameters)),
    row: (text, parameters) => inPool(general, (tx) => tx.row(text, parameters)),
    run: (text, parameters) => inPool(general, (tx) => tx.run(text, parameters)),
  };
  const db: Db = {
    ...(isForLongWork && isPooled ? inTransactions : queryable(prepared, sendIn(general))),
    transaction: (work, options = {}) => inPool(general, work, { mode: '', settings: lockTimeoutSetting(options) }),
    stockTransaction: (work, { isSynced = true, ...options } = {}) => {
      const unsynced = isSynced ? '' : '; set local synchronous_commit to off';
      return inPool(stock, work, { mode: '', settings: `${unsynced}${lockTimeoutSetting(options)}` });
    },
    forOffice: () => officeDb,
    ping() {
      // Concurrent callers share one ping.
      ping ??= pings
        .query('select 1')
        .then(() => {})
        .finally(() => {
          ping = null;
        });
      return ping;
    },
    longestWaitMs: () => Math.max(...waits.map((wait) => wait())),
    async end() {
      await Promise.all(pools.map((pool) => pool.end()));
      await Promise.all(closed.map((isClosed) => isClosed()));
    },
  };
  const officeDb: OfficeDb = {
    ...db,
    ...queryable(prepared, sendIn(office)),
    transaction: (work, { isForList = false, ...options } = {}) =>
      inPool(office, work, {
        mode: '',
        settings: `${isForList ? PLANNED_FOR_LISTS : ''}${lockTimeoutSetting(options)}`,
      }),
    read: (work, { timeoutMs = OFFICE_READ_MS, isPlannedOnce = false } = {}) =>
      inPool(office, work, {
        mode: ' isolation level repeatable read, read only',
        settings: `; set local statement_timeout to ${Math.ceil(timeoutMs)}${isPlannedOnce ? PLANS_ONCE : PLANNED_FOR_LISTS}`,
      }),
  };
  return db;
}
