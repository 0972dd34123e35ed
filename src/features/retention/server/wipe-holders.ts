import { wipeHoldersOfLines } from '#features/orders/server/public.ts';
import { linesWithOldHolders, wipeHoldersOfTickets } from '#features/tickets/server/public.ts';
import type { Db } from '#platform/db/db.ts';

/**
 * Wipes the holders of up to `most` lines whose event, journey and order lie before `before`: on the line, on its ticket, and in the
 * history of its changes. Returns how many lines there were. Locks their orders, like everything that changes a ticket.
 */
export const wipeHolders = (db: Db, before: Date, most: number): Promise<number> =>
  db.transaction(async (tx) => {
    const lineIds = await linesWithOldHolders(tx, before, most);
    if (lineIds.length === 0) return 0;
    await wipeHoldersOfLines(tx, lineIds);
    await wipeHoldersOfTickets(tx, lineIds);
    return lineIds.length;
  });
