import type { Shop } from '#features/shop-config/server/public.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import type { Sealer } from '#platform/secrets/sealer.ts';

/** What the use cases of refunds need of the others. */
export interface RefundParts {
  readonly db: Db;
  /** On the transaction's own connection. */
  loadShop(tx: Tx): Promise<Shop>;
  readonly shopUrl: string;
  /** Made with `refundBankSealer`. */
  readonly sealer: Sealer;
  /** Called in the transaction that finishes a refund, after everything else of it: the credit note is written there. */
  refundDone?(tx: Tx, refund: { refundId: number; orderId: number }, now: Date): Promise<void>;
}

/** The name of the key that bank details are sealed with. */
export const BANK_SEAL = 'refund-bank';
