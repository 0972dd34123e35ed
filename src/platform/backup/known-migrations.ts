import { type Applied, MIGRATIONS_FOLDER, type Migration, readMigrations } from '#platform/db/migrate.ts';
import { BackupProblem } from './backup-problem.ts';

/** Throws if this version of Foyer lacks an applied migration. `who` is the subject of the message. */
export function refuseUnknownMigrations(applied: readonly Applied[], who: string): void {
  const known = readMigrations(MIGRATIONS_FOLDER);
  for (const { file, checksum } of applied) {
    if (known.some((migration) => migration.file === file && migration.checksum === checksum)) continue;
    throw new BackupProblem(
      `${who} is from a different version of Foyer: its migration ${file} is unknown here. Use that version.`,
    );
  }
}

export function splitMigrations(applied: readonly Applied[]): { before: Migration[]; after: Migration[] } {
  const known = readMigrations(MIGRATIONS_FOLDER);
  const isApplied = ({ number }: Migration) => applied.some((one) => one.number === number);
  return { before: known.filter(isApplied), after: known.filter((one) => !isApplied(one)) };
}
