import type { Tx } from '#platform/db/db.ts';
import { type NamedPerson, namesPerson } from '../domain/names-person.ts';
import { deleteNotes, deleteNotesOf, notesAround } from './notes-store.ts';

interface NotesToErase {
  readonly person: NamedPerson;
  /** Orders that they placed. */
  readonly own: readonly number[];
  /** Orders of others in which they hold or held a ticket. */
  readonly others: readonly number[];
}

/**
 * Deletes what staff noted about a person who is erased: every note on their own orders, and, on orders of others, each
 * note that names them. The rest is about the other customers, who did not ask for it. A note can speak of somebody
 * without a name, so the codes of the orders of others whose notes were kept are returned, for somebody to read them.
 */
export async function eraseNotes(tx: Tx, { person, own, others }: NotesToErase): Promise<{ kept: string[] }> {
  await deleteNotesOf(tx, own);
  const around = await notesAround(tx, others, person.email);
  const named = around.filter(({ body, buyer }) => namesPerson(body, person, buyer));
  await deleteNotes(
    tx,
    named.map(({ id }) => id),
  );
  const left = around.filter((note) => !named.includes(note) && others.includes(note.orderId));
  return { kept: [...new Set(left.map(({ order }) => order))] };
}
