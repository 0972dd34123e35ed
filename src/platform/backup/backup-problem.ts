/** Sentences for the operator. When it is thrown, nothing has changed. */
export class BackupProblem extends Error {
  override readonly name = 'BackupProblem';
}

/**
 * What is wrong with a backup file, as the end of a sentence. `reading` turns it into a `BackupProblem` that names the
 * file.
 */
export class UnusableFile extends Error {
  override readonly name = 'UnusableFile';
}
