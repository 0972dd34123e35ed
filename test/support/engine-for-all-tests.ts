import fs from 'node:fs';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openEngine } from '#platform/db/engine.ts';
import { THROWAWAY_SETTINGS } from '#platform/db/engine-settings.ts';
import { migrate } from '#platform/db/migrate.ts';
import { newEngineFolder } from './engine-folder.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server that all test files share, connected to a database that only creates and drops others. */
    engine: { connection: pg.ClientConfig; templateName: string };
  }
}

/**
 * Starts one database server for the whole run: the one of TEST_ENGINE (a connection URL whose user may create
 * databases), else an embedded one in a temporary folder. Every test file gets a copy of its migrated template
 * database.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = newEngineFolder();
  const engine = await openEngine({
    dataDir: folder,
    databaseUrl: process.env.TEST_ENGINE,
    settings: THROWAWAY_SETTINGS,
  });
  const templateName = `foyer_template_${process.pid}_${project.name}`;
  const client = new pg.Client(engine.connection);
  await client.connect();
  await client.query(`create database ${templateName} template template0 encoding 'UTF8'`);
  await migrate(databaseAt(engine.connection, templateName));
  project.provide('engine', { connection: engine.connection, templateName });
  return async () => {
    // These are the template itself, and the filled originals of copies.
    const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [
      templateName,
    ]);
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
    await client.end();
    await engine.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  };
}

export function databaseAt(connection: pg.ClientConfig, database: string): pg.ClientConfig {
  if (!connection.connectionString) return { ...connection, database };
  const url = new URL(connection.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}
