import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openDb } from '#platform/db/db.ts';
import { openEngine } from '#platform/db/engine.ts';
import { THROWAWAY_SETTINGS } from '#platform/db/engine-settings.ts';
import { migrate } from '#platform/db/migrate.ts';
import { describeCalls, describeOfficeCalls } from './describe-calls.ts';
import { describeSchema } from './describe-schema.ts';

// Compares the golden files with the current state of the project, or writes them (`--write`), so that a change of the
// schema or of the published contract is visible in the diff.

const PROJECT = path.resolve(import.meta.dirname, '../..');
const FILES = {
  'db/schema.sql': describeSchema,
  'docs/api/openapi.json': describeCalls,
  'docs/api/office-openapi.json': describeOfficeCalls,
};

const isWriting = process.argv.includes('--write');
const folder = fs.mkdtempSync(path.join(fs.existsSync('/tmp') ? '/tmp' : os.tmpdir(), 'foyer-golden-'));
const engine = await openEngine({ dataDir: folder, settings: THROWAWAY_SETTINGS });
let stale = 0;
try {
  await migrate(engine.connection);
  const db = openDb({ connection: engine.connection });
  try {
    for (const [file, describe] of Object.entries(FILES)) {
      const target = path.join(PROJECT, file);
      const wanted = await describe(db);
      const present = fs.existsSync(target) ? fs.readFileSync(target, 'utf8') : undefined;
      if (present === wanted) continue;
      stale += 1;
      if (isWriting) {
        fs.mkdirSync(path.dirname(target), { recursive: true });
        fs.writeFileSync(target, wanted);
      }
      console.error(isWriting ? `Wrote ${file}.` : `${file} is out of date${firstDifference(present, wanted)}`);
    }
  } finally {
    await db.end();
  }
} finally {
  await engine.stop();
  fs.rmSync(folder, { recursive: true, force: true });
}
console.log(
  `${Object.keys(FILES).length} golden files, ${stale} ${isWriting ? 'written' : 'out of date (node tools/golden/golden.ts --write)'}`,
);
process.exitCode = stale > 0 && !isWriting ? 1 : 0;

function firstDifference(present: string | undefined, wanted: string): string {
  if (present === undefined) return ': it is missing.';
  const [old, now] = [present.split('\n'), wanted.split('\n')];
  const line = now.findIndex((text, index) => text !== old[index]);
  const at = line < 0 ? now.length : line;
  return `, first in line ${at + 1}:\n  - ${old[at] ?? '(end)'}\n  + ${now[at] ?? '(end)'}`;
}
