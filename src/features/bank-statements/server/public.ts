export { bookLine, type Decisions, isBookable, type LineResult } from './book-import.ts';
export { matchWords } from './match-words.ts';
export { addStatementCalls } from './office-statements.ts';
export { payerDigest } from './payer-digest.ts';
export { type ImportLine, type PreparedImport, type PrepareRefusal, prepareImport } from './prepare-import.ts';
export { readStatements } from './read-statements.ts';
