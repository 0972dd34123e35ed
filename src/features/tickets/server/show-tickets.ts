import type { Queryable } from '#platform/db/db.ts';
import type { TicketToShow } from '../contract.ts';
import { mayBeAdmitted } from '../domain/may-be-admitted.ts';
import { documentsOfOrder } from './document-store.ts';
import { qrText } from './make-document.ts';

/** Returns the order's tickets that may be downloaded. An unknown order and somebody else's give the same result. */
export async function showTickets(
  { db, secretKey }: { db: Queryable; secretKey: Buffer },
  customerId: number,
  orderCode: string,
): Promise<TicketToShow[]> {
  const rows = await documentsOfOrder(db, orderCode, customerId);
  return rows
    .filter((row) => mayBeAdmitted(row, row) && row.email !== '')
    .map((row) => ({
      code: row.code,
      qr_text: qrText(row, secretKey),
      entrance: row.entrance,
      gate_times: row.gateTimes,
    }));
}
