import { wipeHoldersOfLines } from '#features/orders/server/public.ts';
import { linesWithOldHolders, wipeHoldersOfTickets } from '#features/tickets/server/public.ts';
import type { Db } from '#platform/db/db.ts';

/**
 * Wipes the holders of up to `limit` lines whose event, journey and order are before `before`: on the line, its ticket
 * and the history of changes. Returns the number of lines. Locks their orders, like every change of a ticket.
 */
export const wipeHolders = (db: Db, before: Date, limit: number): Promise<number> =>
  db.transaction(async (tx) => {
    const lineIds = await linesWithOldHolders(tx, before, limit);
    if (lineIds.length === 0) return 0;
    await wipeHoldersOfLines(tx, lineIds);
    await wipeHoldersOfTickets(tx, lineIds);
    return lineIds.length;
  });
