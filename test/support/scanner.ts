import { documentByCode } from '#features/tickets/server/document-store.ts';
import { qrText } from '#features/tickets/server/make-document.ts';
import { type RevokedOnWire, type TicketPublicKey, verifyTicketCode } from '#features/tickets/server/public.ts';
import type { ShopApp } from './shop-app.ts';

/** Returns the QR code of the document that the code opens now. */
export const qrOf = async (app: ShopApp, code: string): Promise<string> =>
  qrText((await documentByCode(app.db, code))!, app.config.secretKey);

/**
 * Returns the verdict of a scanner at the gate, with the keys and the list of revoked tickets that the shop now
 * publishes.
 */
export async function scan(app: ShopApp, text: string): Promise<string> {
  const { keys } = (await (await app.fetch('/tickets/keys.json')).json()) as { keys: TicketPublicKey[] };
  const { revoked } = (await (await app.fetch('/tickets/revoked.json')).json()) as { revoked: RevokedOnWire[] };
  const found = verifyTicketCode(text, keys, new Date('2027-07-22T12:00:00Z'), revoked);
  return found.valid ? 'valid' : found.reason;
}
