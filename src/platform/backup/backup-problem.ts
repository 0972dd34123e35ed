/** The message is one or more sentences for the operator. Nothing has changed when this is thrown. */
export class BackupProblem extends Error {
  override readonly name = 'BackupProblem';
}

/** The message ends a sentence about a backup file. `withBackupProblems` turns it into a `BackupProblem`. */
export class UnusableFile extends Error {
  override readonly name = 'UnusableFile';
}
