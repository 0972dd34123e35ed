import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { isSilence } from './database-away.ts';
import { closing } from './pool-closing.ts';
import { watchWait } from './pool-wait.ts';
import { namedStatements, type Prepare } from './prepared.ts';
import { rollsBack } from './refusals.ts';

/** Anything a statement can be sent to: the database itself or an open transaction. */
export interface Queryable {
  /** Every row of the answer. Parameters only by `$1`, never by string building. */
  rows<Row = Record<string, unknown>>(text: string, parameters?: readonly unknown[]): Promise<Row[]>;
  /** The first row, or undefined. */
  row<Row = Record<string, unknown>>(text: string, parameters?: readonly unknown[]): Promise<Row | undefined>;
  /** Runs the statement and returns how many rows it touched. */
  run(text: string, parameters?: readonly unknown[]): Promise<number>;
}

declare const txBrand: unique symbol;
/**
 * An open transaction (READ COMMITTED). Functions that need to run inside one say so by asking for a `Tx`. Statements that are sent
 * together (`Promise.all`) are carried out one after the other in the order of sending, each seeing what stood when it began, and cost one
 * wait; when one fails, those behind it do nothing. Once it is over it takes no statement any more.
 */
export interface Tx extends Queryable {
  readonly [txBrand]: true;
}

export interface Db extends Queryable {
  /**
   * Commits when `work` resolves; rolls back when it throws, and when its result is a refusal (`{ ok: false }`), which is returned. A
   * refusal whose writes have to stay is made with `refuseAndCommit`. Deadlocks and serialisation failures are retried after a moment
   * (`work` may run up to four times).
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The same on the small pool that is kept for transactions that change stock. */
  stockTransaction<T>(work: (tx: Tx) => Promise<T>, options?: StockTransactionOptions): Promise<T>;
  /**
   * Resolves if the database answers within two seconds, on a connection reserved for this check, because the pools may all be busy.
   * Rejects otherwise.
   */
  ping(): Promise<void>;
  /** For how long whoever waits longest for a connection has waited, in milliseconds; 0 when nobody waits. */
  longestWaitMs(): number;
  /** Resolves when the connections are closed: a server that is stopped after it has none to cut off. */
  end(): Promise<void>;
}

export interface StockTransactionOptions {
  /** False: the commit is acknowledged before it is on the disk (`synchronous_commit` off). A power cut may lose it, whole; nothing else. */
  isSynced?: boolean;
  /** For how long a lock is waited for, in milliseconds; shorter than others wait. */
  lockTimeoutMs?: number;
}

export interface DbOptions {
  connection: pg.ClientConfig;
  /** Connections for everything that is not stock (default 8). */
  poolSize?: number;
  /** Connections for stock transactions (default 4): on one hot row more connections are slower. */
  stockPoolSize?: number;
  /** How long a server may be silent before its connection is given up (default 20 s, longer than a statement may take). */
  silenceMs?: number;
  /** No time limit for statements and lock waits: for commands that read whole tables, which take longer as a shop grows. */
  isForLongWork?: boolean;
  onError?: (error: Error) => void;
}

// bigint columns are counts, ids and minor units: all stay below 2^53, and an unsafe one must not pass silently.
pg.types.setTypeParser(20, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint out of range: ${text}`);
  return value;
});

const RETRYABLE = new Set(['40001', '40P01']);
const MAX_TRIES = 4;
/**
 * The pause before the second attempt, doubled before each later one, and random, so that transactions that collided once do not
 * collide again.
 */
const RETRY_AFTER_MS = 10;
const PING_MS = 2_000;
/** The longest limit that PostgreSQL allows, 24 days. */
const LONGEST_MS = 2_147_483_647;
/** What does no harm should its transaction not have begun. */
const ONLY_READS = /^\s*select\b/i;

type Send = (query: pg.QueryConfig) => Promise<pg.QueryResult>;

const queryable = (prepared: Prepare, send: Send): Queryable => ({
  rows: async (text, parameters) => (await send(prepared(text, parameters))).rows as never,
  row: async (text, parameters) => (await send(prepared(text, parameters))).rows[0] as never,
  run: async (text, parameters) => (await send(prepared(text, parameters))).rowCount ?? 0,
});

interface Begun {
  /** Sends a statement of the transaction. */
  send: Send;
  /** Nothing is sent any more: what is still at work somewhere must not write outside of it. Resolves when it is certain that it had begun. */
  end(): Promise<unknown>;
  /** Why it failed: those sent behind a statement that fails do so too, and whoever waits for one of them may hear of that first. */
  causeOf(error: unknown): unknown;
}

/**
 * Begins a transaction. First statements that only read or lock go along with the `begin`, which is one wait less in every
 * transaction; what changes something waits until it is certain that the transaction has begun.
 */
function beginOn(client: pg.PoolClient, begin: string): Begun {
  const begun = client.query(begin);
  let state: 'beginning' | 'begun' | 'over' = 'beginning';
  let isAnyHeld = false;
  /** What the database said against the statements since the last one that it carried out. */
  let failures: unknown[] = [];
  const fails = (error: unknown) => void failures.push(error);
  const now = (query: pg.QueryConfig) => {
    if (state === 'over') throw new Error('The transaction of this statement is over');
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
      if (state !== 'beginning' || (!isAnyHeld && ONLY_READS.test(query.text))) return now(query);
      // Behind one that waits all do, in their order.
      isAnyHeld = true;
      return begun.then(() => now(query));
    },
    end() {
      state = 'over';
      return begun;
    },
    causeOf: (error) => (failures.includes(error) ? failures[0] : error),
  };
}

export function openDb(options: DbOptions): Db {
  const onError = options.onError ?? (() => {});
  const limits = {
    statement_timeout: 15_000,
    // When the server itself no longer answers, not even that the time is over.
    query_timeout: options.silenceMs ?? 20_000,
    lock_timeout: 8_000,
    idle_in_transaction_session_timeout: 20_000,
  };
  // Sent explicitly, because a server may have limits of its own; a zero would not be sent. TCP keepalive detects a lost server.
  const noLimits = {
    statement_timeout: LONGEST_MS,
    lock_timeout: LONGEST_MS,
    idle_in_transaction_session_timeout: LONGEST_MS,
    keepAlive: true,
  };
  const settings = {
    ...options.connection,
    pipeline: true,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    ...(options.isForLongWork ? noLimits : limits),
  };
  const general = new pg.Pool({ ...settings, max: options.poolSize ?? 8 });
  const stock = new pg.Pool({ ...settings, max: options.stockPoolSize ?? 4 });
  const pings = new pg.Pool({ ...settings, max: 1, connectionTimeoutMillis: PING_MS, query_timeout: PING_MS });
  const pools = [general, stock, pings];
  // Without a listener an idle connection that breaks would end the process.
  for (const pool of pools) pool.on('error', onError);
  const waits = [general, stock].map(watchWait);
  const closed = pools.map(closing);
  const prepared = namedStatements();
  let ping: Promise<void> | null = null;

  async function once<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>, begin: string): Promise<T> {
    const client = await pool.connect();
    let broken: Error | undefined;
    // The pool listens only to idle connections: one that breaks in a transaction would end the process.
    const onBroken = (error: Error) => {
      broken = error;
      onError(error);
    };
    client.on('error', onBroken);
    const { send, end, causeOf } = beginOn(client, begin);
    try {
      const value = await work(queryable(prepared, send) as Tx);
      await end();
      await client.query(rollsBack(value) ? 'rollback' : 'commit');
      return value;
    } catch (thrown) {
      end().catch(() => {});
      const error = causeOf(thrown);
      // A silent server would not hear of a rollback either, and ends the transaction with the connection.
      if (isSilence(error)) broken = error as Error;
      try {
        if (!broken) await client.query('rollback');
      } catch (rollbackError) {
        broken ??= rollbackError as Error;
      }
      throw error;
    } finally {
      // One that is thrown away may still have something to say on its way.
      if (!broken) client.off('error', onBroken);
      client.release(broken);
    }
  }

  async function inPool<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>, begin = 'begin'): Promise<T> {
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

  return {
    ...queryable(prepared, (query) => general.query(query)),
    transaction: (work) => inPool(general, work),
    stockTransaction: (work, { isSynced = true, lockTimeoutMs } = {}) => {
      const unsynced = isSynced ? '' : '; set local synchronous_commit to off';
      const impatient = lockTimeoutMs === undefined ? '' : `; set local lock_timeout to ${Math.ceil(lockTimeoutMs)}`;
      return inPool(stock, work, `begin${unsynced}${impatient}`);
    },
    ping() {
      // Concurrent callers get the same answer.
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
}
