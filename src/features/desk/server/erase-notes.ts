import type { Tx } from '#platform/db/db.ts';
import { type NamedPerson, namesPerson } from '../domain/names-person.ts';
import { deleteNotes, deleteNotesOf, notesThatMayName } from './notes-store.ts';

interface NotesToErase {
  readonly person: NamedPerson;
  /** Orders that the person placed. */
  readonly own: readonly number[];
  /** Other people's orders in which the person holds or held a ticket. */
  readonly others: readonly number[];
}

/**
 * Deletes staff's notes about a person who is being erased: every note on their own orders, and each note on other
 * people's orders that names them. The remaining notes are about other customers, who did not ask for erasure. A note
 * can be about somebody without naming them, so the codes of other people's orders that keep notes are returned for
 * somebody to check.
 */
export async function eraseNotes(tx: Tx, { person, own, others }: NotesToErase): Promise<{ kept: string[] }> {
  await deleteNotesOf(tx, own);
  const candidates = await notesThatMayName(tx, others, person.email);
  const named = candidates.filter(({ body, buyer }) => namesPerson(body, person, buyer));
  await deleteNotes(
    tx,
    named.map(({ id }) => id),
  );
  const remaining = candidates.filter((note) => !named.includes(note) && others.includes(note.orderId));
  return { kept: [...new Set(remaining.map(({ order }) => order))] };
}
