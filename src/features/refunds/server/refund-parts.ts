import type { OrderRow } from '#features/orders/server/public.ts';
import type { Gateways } from '#features/payments/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import type { Db, Queryable, Tx } from '#platform/db/db.ts';
import type { Sealer } from '#platform/secrets/sealer.ts';

export interface RefundParts {
  readonly db: Db;
  /** Uses the transaction's connection. */
  loadShop(tx: Queryable): Promise<Shop>;
  readonly shopUrl: string;
  /** Made for the purpose `BANK_SEAL`. */
  readonly sealer: Sealer;
  /** Without them all money goes by bank. */
  readonly gateways?: Pick<Gateways, 'named'>;
  /** Brings a locked order into line after stray money went back to its card. */
  moneySentBack?(tx: Tx, order: OrderRow, now: Date): Promise<void>;
  /** Writes the credit note; called last in the transaction that finishes a refund. */
  refundDone?(tx: Tx, refund: { refundId: number; orderId: number }, now: Date): Promise<void>;
}

/** The purpose for which `createSealer` makes the key that seals bank details. */
export const BANK_SEAL = 'refund-bank';
