export { type BookImportRefusal, bookImportLine } from './book-import.ts';
export { type BookedLine, type BookRefusal, bookLine } from './book-line.ts';
export { wipeImports, wipeLinesOf } from './import-store.ts';
export { keepImport } from './keep-import.ts';
export { matchWords } from './match-words.ts';
export { addStatementCalls } from './office-statements.ts';
export { payerDigest } from './payer-digest.ts';
export { type ImportLine, matchImport, numberLines, type PrepareRefusal, type ReadImport } from './prepare-import.ts';
export { readStatements } from './read-statements.ts';
