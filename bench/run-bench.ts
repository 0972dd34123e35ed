import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Bench, Sizes } from './bench.ts';
import { openBenchServer } from './databases.ts';
import { prepare } from './fill/prepare.ts';
import { machineNow } from './machine.ts';
import {
  type ImportRow,
  importTableOf,
  type OfficeRow,
  officeTableOf,
  type Row,
  tableOf,
  type WithOffice,
  withOfficeTableOf,
} from './report.ts';
import { SCENARIOS } from './scenarios/all.ts';

export interface BenchOptions {
  sizes: Sizes;
  scenarios: readonly string[];
  /** A PostgreSQL server on which databases can be created; if absent, the embedded one is used. */
  databaseUrl: string | undefined;
  customers: number;
  say(line: string): void;
}

export interface BenchReport {
  machine: string;
  rows: Row[];
  officeRows: OfficeRow[];
  importRows: ImportRow[];
  withOffice: WithOffice | null;
  table: string;
}

/** Runs scenarios one after another against real servers, each on its own database, and returns the results. */
export async function runBench({ sizes, scenarios, databaseUrl, customers, say }: BenchOptions): Promise<BenchReport> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'foyer-bench-data-'));
  const server = await openBenchServer(databaseUrl);
  try {
    const machine = machineNow(server.describe);
    say(machine);
    const prepared = await server.newDatabase();
    await prepare(prepared, customers, dataDir);
    const bench: Bench = {
      server,
      prepared,
      customers,
      nextToken: 1,
      sizes,
      rows: [],
      officeRows: [],
      importRows: [],
      withOffice: null,
      say,
    };
    for (const name of scenarios) await SCENARIOS[name]!(bench);
    await prepared.drop();
    const { rows, officeRows, importRows, withOffice } = bench;
    const tables = [
      ...(rows.length > 0 ? [tableOf(rows)] : []),
      ...(importRows.length > 0 ? [importTableOf(importRows)] : []),
      ...(officeRows.length > 0 ? [officeTableOf(officeRows)] : []),
      ...(withOffice ? [withOfficeTableOf(withOffice)] : []),
    ];
    return { machine, rows, officeRows, importRows, withOffice, table: tables.join('\n\n') };
  } finally {
    await server.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}
