import path from 'node:path';
import { writeAudit } from '#features/staff/server/public.ts';
import { BackupProblem } from '#platform/backup/backup-problem.ts';
import { type BackupReport, writeBackup } from '#platform/backup/write-backup.ts';
import { startClock } from '#platform/clock/clock.ts';
import type { Config } from '#platform/config/config.ts';
import { openDb } from '#platform/db/db.ts';
import { type Command, refused, say } from './command.ts';
import { type OpenDatabase, withDatabase } from './with-database.ts';
import { actorOf, asHelp, asOption } from './with-operator.ts';
import { readWords } from './words.ts';

export const backupCommand: Command = {
  name: 'backup',
  takes: '<folder or file>',
  does: 'Write the whole shop, its pictures included, into one file; also while it runs.',
  options: [asHelp],
  more: `Into a folder it goes under a name of its own, such as foyer-20270131T040000Z.tar.gz; a file that is there is never written over.
The file has everything as of one moment and appears when it is whole. It holds customers' data: only its owner can read it.
SECRET_KEY is not in it. Keep the key too, at another place: without it nobody can verify the tickets that customers have.`,
  async run(words) {
    const { values, positionals } = readWords(words, { options: asOption, takes: ['The folder or file'] });
    const target = path.resolve(positionals[0]!);
    const actor = actorOf(values.as);
    return await withDatabase({ isNew: false }, async (open) => {
      try {
        const { config, client, keyFingerprint } = open;
        const report = await writeBackup({ client, dataDir: config.dataDir, keyFingerprint }, target);
        sayReport(report, config);
        await audit(open, report, actor);
        return 0;
      } catch (error) {
        if (error instanceof BackupProblem) return refused(error.message);
        throw error;
      }
    });
  },
};

function sayReport({ file, head, rows, pictures, bytes, left }: BackupReport, config: Config): void {
  const megabytes = Math.max(0.1, bytes / 1e6).toFixed(1);
  say(`Wrote ${file}: ${head.tables.length} tables with ${rows} rows, ${pictures} picture files, ${megabytes} MB.`);
  if (left.length > 0) say(`NOT in it, because they are not the shop's: ${left.join(', ')}.`);
  const key = process.env.SECRET_KEY?.trim() ? 'SECRET_KEY' : path.join(config.dataDir, 'secret-key');
  say(`The key is not in it either: keep ${key} as well, apart from the backup.`);
}

/** The backup is there and whole whether or not this succeeds: a database that cannot be written to is when it is needed. */
async function audit({ engine }: OpenDatabase, { file, rows }: BackupReport, actor: string): Promise<void> {
  const db = openDb({ connection: engine.connection, poolSize: 1, stockPoolSize: 1 });
  try {
    const clock = await startClock(db);
    clock.stop();
    await writeAudit(db, { actor, action: 'shop.backed-up', subject: file, details: { rows } }, clock.now());
  } catch (error) {
    say(`It is not in the audit log: ${(error as Error).message}`);
  } finally {
    await db.end();
  }
}
