/** Why a backup cannot be made, read or restored, in sentences for the operator. Whoever throws it has changed nothing. */
export class BackupProblem extends Error {
  override readonly name = 'BackupProblem';
}

/** What is wrong with a backup's file, as the end of a sentence; `reading` makes a `BackupProblem` of it that names the file. */
export class UnusableFile extends Error {
  override readonly name = 'UnusableFile';
}
