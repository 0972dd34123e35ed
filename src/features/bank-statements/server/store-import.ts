import { createHash } from 'node:crypto';
import { writeAudit } from '#features/staff/server/public.ts';
import { type Actor, nameOfActor } from '#kernel/actor.ts';
import { ok, type Result } from '#kernel/result.ts';
import type { Db } from '#platform/db/db.ts';
import type { FileProblem } from '../domain/statement.ts';
import { importOfFiles, insertImport, lockFile, type StatementRow } from './import-store.ts';
import { numberLines, type PrepareParts, type PrepareRefusal, type ReadImport } from './prepare-import.ts';
import { type ReadOptions, readStatements } from './read-statements.ts';
import type { PackedFile } from './unzip.ts';

interface StoreRequest {
  readonly files: readonly PackedFile[];
  readonly takesRunningDays: boolean;
  readonly actor: Actor;
}

export interface StoredImport {
  readonly id: number;
  /** Whether the same files were read before, as this import. */
  readonly isKnown: boolean;
}

/**
 * Reads the bank's files and stores their lines, without booking them. If the same files are read again, returns the
 * same import.
 */
export async function readAndStore(
  parts: PrepareParts & { readonly db: Db },
  request: StoreRequest & ReadOptions,
  now: Date,
): Promise<Result<StoredImport, FileProblem | PrepareRefusal>> {
  const known = await importOfFiles(parts.db, digestsOf(request.files));
  if (known) return ok({ id: known.id, isKnown: true });
  const statements = readStatements(request.files, request);
  if (!statements.ok) return statements;
  const read = numberLines(parts, statements.value);
  return read.ok ? ok(await storeImport(parts.db, request, read.value, now)) : read;
}

/** Stores the lines of these files, so that each can get an outcome later. */
export async function storeImport(
  db: Db,
  { files, takesRunningDays, actor }: StoreRequest,
  read: ReadImport,
  now: Date,
): Promise<StoredImport> {
  const digests = digestsOf(files);
  return await db.transaction(async (tx) => {
    // Somebody else may be reading the same files.
    await lockFile(tx, digests[0]!);
    const known = await importOfFiles(tx, digests);
    if (known) return { id: known.id, isKnown: true };
    const id = await insertImport(
      tx,
      {
        readBy: nameOfActor(actor),
        readByStaff: actor.kind === 'staff' ? actor.id : null,
        takesRunningDays,
        files: files.map(({ name }, index) => ({ name: name.slice(0, MAX_NAME_LENGTH), digest: digests[index]! })),
        ...rowsOf(read),
      },
      now,
    );
    const details = { files: files.map(({ name }) => name), lines: read.lines.length };
    await writeAudit(tx, { actor, action: 'statement.read', subject: `statement ${id}`, details }, now);
    return { id, isKnown: false };
  });
}

const MAX_NAME_LENGTH = 200;

const digestsOf = (files: readonly PackedFile[]): Buffer[] =>
  files.map(({ bytes }) => createHash('sha256').update(bytes).digest());

function rowsOf({ statements, lines }: ReadImport) {
  return {
    statements: statements.map(({ statement, balance }): StatementRow => {
      const days = statement.lines.flatMap(({ bookedOn }) => bookedOn ?? []).sort();
      const { file, format, scope, number, account, currency, opening, closing } = statement;
      return {
        ...{ file, format, scope, number, account, currency, opening, closing },
        isBalanced: balance.kind === 'fits',
        firstDay: days[0] ?? null,
        lastDay: days.at(-1) ?? null,
      };
    }),
    lines: lines.map(({ number, statement, line, identity, otherIdentity, payer }) => ({
      ...{ number, statement, identity, otherIdentity, payer },
      // The account is kept only as a digest.
      facts: line.kind === 'line' ? { ...line, party: { ...line.party, iban: null } } : line,
      bookedOn: line.bookedOn,
      amount: line.kind === 'line' ? (line.direction === 'out' ? -line.amount : line.amount) : null,
    })),
  };
}

export const isBalanceRefusal = (refusal: FileProblem | PrepareRefusal): refusal is PrepareRefusal =>
  refusal.kind === 'balance_differs';
