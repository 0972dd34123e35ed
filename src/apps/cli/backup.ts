import path from 'node:path';
import { writeAudit } from '#features/staff/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import { BackupProblem } from '#platform/backup/backup-problem.ts';
import { type BackupReport, writeBackup } from '#platform/backup/write-backup.ts';
import { startClock } from '#platform/clock/clock.ts';
import type { Config } from '#platform/config/config.ts';
import { openDb } from '#platform/db/db.ts';
import { type Command, print, printRefusal } from './command.ts';
import { type OpenDatabase, withDatabase } from './with-database.ts';
import { actorHelp, actorOf, actorOption } from './with-operator.ts';
import { readWords } from './words.ts';

export const backupCommand: Command = {
  name: 'backup',
  takes: '<folder or file>',
  does: 'Back up the whole shop, including its pictures, to one file. Works while the shop is running.',
  options: [actorHelp],
  more: `In a folder, the file gets its own name, such as foyer-20270131T040000Z.tar.gz. An existing file is never overwritten.
The file has everything as of one moment and appears only once it is complete. It contains customers' data: only its owner can read it.
SECRET_KEY is not included. Keep the key too, in another place: without it, nobody can verify the tickets customers already have.`,
  async run(words) {
    const { values, positionals } = readWords(words, { options: actorOption, takes: ['The folder or file'] });
    const target = path.resolve(positionals[0]!);
    const actor = actorOf(values.as);
    return await withDatabase({ isNew: false }, async (open) => {
      try {
        const { config, client, keyFingerprint } = open;
        const report = await writeBackup({ client, dataDir: config.dataDir, keyFingerprint }, target);
        printReport(report, config);
        await audit(open, report, actor);
        return 0;
      } catch (error) {
        if (error instanceof BackupProblem) return printRefusal(error.message);
        throw error;
      }
    });
  },
};

function printReport({ file, head, rows, pictures, bytes, foreignTables }: BackupReport, config: Config): void {
  const megabytes = Math.max(0.1, bytes / 1e6).toFixed(1);
  print(`Wrote ${file}: ${head.tables.length} tables with ${rows} rows, ${pictures} picture files, ${megabytes} MB.`);
  if (foreignTables.length > 0)
    print(`Not included because they do not belong to the shop: ${foreignTables.join(', ')}.`);
  const key = process.env.SECRET_KEY?.trim() ? 'SECRET_KEY' : path.join(config.dataDir, 'secret-key');
  print(`The secret key is not included: keep ${key} too, separately from the backup.`);
}

/** The backup is complete whether or not this succeeds: a backup matters most when the database cannot be written. */
async function audit({ engine }: OpenDatabase, { file, rows }: BackupReport, actor: Actor): Promise<void> {
  const db = openDb({ ...engine, poolSize: 1, stockPoolSize: 1 });
  try {
    const clock = await startClock(db);
    clock.stop();
    await writeAudit(db, { actor, action: 'shop.backed-up', subject: file, details: { rows } }, clock.now());
  } catch (error) {
    print(`Could not write to the audit log: ${(error as Error).message}`);
  } finally {
    await db.end();
  }
}
