import path from 'node:path';
import { auditShop } from '#apps/server/audit-shop.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import type { BackupHead } from '#platform/backup/backup-format.ts';
import { BackupProblem } from '#platform/backup/backup-problem.ts';
import { type CheckedBackup, checkBackup } from '#platform/backup/read-backup.ts';
import { restoreBackup } from '#platform/backup/restore-backup.ts';
import { endClockShift, startClock } from '#platform/clock/clock.ts';
import { type Config, PROJECT_FOLDER, readConfig } from '#platform/config/config.ts';
import { type Db, openDb } from '#platform/db/db.ts';
import { type Command, print, printRefusal } from './command.ts';
import { printAudit } from './doctor.ts';
import { countWaiting } from './waiting-store.ts';
import { fingerprintOf, type OpenDatabase, withDatabase } from './with-database.ts';
import { actorHelp, actorOf, actorOption } from './with-operator.ts';
import { readWords } from './words.ts';

const options = {
  ...actorOption,
  check: { type: 'boolean' },
  replace: { type: 'string' },
  'other-key': { type: 'boolean' },
} as const;

export const restoreCommand: Command = {
  name: 'restore',
  takes: '<file>',
  does: 'Restore a backup into an empty database, apply pending migrations and run the doctor on it.',
  options: [
    ['--check', 'Only read the file and report whether it is complete.'],
    ['--replace NAME', 'Overwrite the non-empty database of this name; the shop in it is lost.'],
    ['--other-key', 'Continue without the shop’s original key.'],
    actorHelp,
  ],
  more: `Restores into the embedded database in DATA_DIR or the server at DATABASE_URL: the same file can move a shop from one to the other.
Stop the shop first. If the restore fails, the database is left unchanged.
The key must be the one the shop had (SECRET_KEY, or the file secret-key in DATA_DIR). With a different key, the tickets customers already
have cannot be verified, and bank details and waiting emails with secrets cannot be read.`,
  async run(words) {
    const { values, positionals } = readWords(words, { options, takes: ['The file'] });
    const file = path.resolve(positionals[0]!);
    try {
      if (values.check) {
        printCheckedBackup(await checkBackup(file));
        return 0;
      }
      const actor = actorOf(values.as);
      // The configuration is checked before any database is opened or anything is created.
      const config = readConfig(process.env, PROJECT_FOLDER, { createsMissing: false });
      const checkHead = values['other-key'] ? undefined : (head: BackupHead) => refuseOtherKey(head, config);
      const backup = await checkBackup(file, checkHead);
      printCheckedBackup(backup);
      return await withDatabase({ isNew: true }, async (open) => {
        await restoreInto(open, { file, backup, replace: values.replace });
        return await reportRestored(open, { file, actor, head: backup.head });
      });
    } catch (error) {
      if (error instanceof BackupProblem) return printRefusal(error.message);
      throw error;
    }
  },
};

function printCheckedBackup({ head, rows }: CheckedBackup): void {
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  print(`The backup is complete: ${head.shop} as of ${head.made_at}, ${head.tables.length} tables with ${total} rows.`);
}

function refuseOtherKey({ key_fingerprint }: BackupHead, config: Config): void {
  const keys = [config.secretKey, ...config.olderSecretKeys];
  if (keys.some((key) => key_fingerprint === fingerprintOf(key))) return;
  throw new BackupProblem(
    `The backup was made with a different key. Set SECRET_KEY to that key, add it to SECRET_KEYS_OLDER, or copy the original secret-key file into ${config.dataDir}. ` +
      'If the key is lost, add --other-key (--help says what is lost with it).',
  );
}

async function restoreInto(
  { engine, client }: OpenDatabase,
  { file, backup, replace }: { file: string; backup: CheckedBackup; replace: string | undefined },
): Promise<void> {
  const report = await restoreBackup(file, backup, { client, replace });
  print(`Restored into ${engine.describe}: ${report.rows} rows, ${report.pictures} picture files.`);
  for (const migration of report.migrated) print(`Applied migration ${migration}.`);
  await client.query('analyze');
}

/** Reports facts about the restored shop and the doctor's findings. */
async function reportRestored(
  { config, engine }: OpenDatabase,
  { file, actor, head }: { file: string; actor: Actor; head: BackupHead },
): Promise<number> {
  const db = openDb({ connection: engine.connection, isForLongWork: true });
  try {
    await resetClock(db, config);
    const clock = await startClock(db);
    try {
      const details = { made_at: head.made_at, shop: head.shop };
      await writeAudit(db, { actor, action: 'shop.restored', subject: file, details }, clock.now());
      const audit = await auditShop(db, clock.now());
      await printWaitingWork(db);
      return printAudit(audit);
    } finally {
      clock.stop();
    }
  } finally {
    await db.end();
  }
}

/** Resets the clock of a real shop to the current time. A test shop may run at another time. */
async function resetClock(db: Db, { shopEnv }: Config): Promise<void> {
  if (shopEnv !== 'production') return;
  if (await endClockShift(db)) print('The backup’s clock had been shifted; it has been reset to real time.');
}

async function printWaitingWork(db: Db): Promise<void> {
  const { mails, attempts } = await countWaiting(db);
  if (mails > 0)
    print(
      `${mails} emails are waiting and will be sent when the shop starts. Any sent after the backup was made will be sent again.`,
    );
  if (attempts > 0)
    print(
      `${attempts} card payments are open; the shop will ask the payment provider about their outcome when it starts.`,
    );
}
