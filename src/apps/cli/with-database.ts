import fs from 'node:fs';
import pg from 'pg';
import { type Config, readConfig } from '#platform/config/config.ts';
import { StartProblem } from '#platform/config/start-problem.ts';
import { engineFolderOf } from '#platform/db/data-folder.ts';
import { type Engine, openEngine } from '#platform/db/engine.ts';
import { derivedKey } from '#platform/secrets/derived-key.ts';

export interface OpenDatabase {
  readonly config: Config;
  readonly engine: Engine;
  /** A dedicated connection without the time limits of short work. */
  readonly client: pg.Client;
  /** See `backupHead`. */
  readonly keyFingerprint: string;
}

/**
 * Opens the database without migrating it, and closes it after `work`. With `isNew` it may create a database, and
 * refuses one that is in use; otherwise it shares a running shop's.
 */
export async function withDatabase<Value>(
  { isNew }: { readonly isNew: boolean },
  work: (open: OpenDatabase) => Promise<Value>,
): Promise<Value> {
  const config = readConfig(process.env);
  if (!isNew && !config.databaseUrl && !fs.existsSync(engineFolderOf(config.dataDir))) {
    throw new StartProblem(
      `There is no shop in ${config.dataDir}. Set DATA_DIR or DATABASE_URL to the values the shop itself uses.`,
    );
  }
  const engine = await openEngine({ ...config, account: config.engineUser, shareRunning: !isNew });
  try {
    if (isNew && engine.isPooled) {
      throw new StartProblem(
        'This command needs the PostgreSQL server itself, and DATABASE_URL leads to a connection pooler. Set it to the server for this command.',
      );
    }
    const client = new pg.Client({ ...engine.connection, application_name: 'foyer-backup' });
    client.on('error', () => {});
    await client.connect();
    try {
      return await work({ config, engine, client, keyFingerprint: fingerprintOf(config.secretKey) });
    } finally {
      await client.end().catch(() => {});
    }
  } finally {
    await engine.stop();
  }
}

/** Returns a fingerprint that tells keys apart without revealing anything else about them. */
export const fingerprintOf = (secretKey: Buffer): string =>
  derivedKey(secretKey, 'backup-fingerprint').toString('hex').slice(0, 32);
