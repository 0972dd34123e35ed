import { sealedBankDetails } from '#features/refunds/server/public.ts';
import { sealedCodeApps } from '#features/staff/server/public.ts';
import type { Db } from '#platform/db/db.ts';
import { sealedBodies } from '#platform/mail/sealed-bodies-store.ts';
import { reseal, type SealedColumn } from '#platform/secrets/reseal.ts';
import type { Sealer } from '#platform/secrets/sealer.ts';
import type { OrderParts } from './order-parts.ts';

type Sealers = Pick<OrderParts, 'bankSealer' | 'mailSealer' | 'codeSealer'>;

/** Lists every kind of text that the database keeps sealed, under names for the operator. */
const sealedTexts = ({ bankSealer, mailSealer, codeSealer }: Sealers): [name: string, SealedColumn, Sealer][] => [
  ['bank details of refunds', sealedBankDetails, bankSealer],
  ['unsent emails with a secret', sealedBodies, mailSealer],
  ['code apps of the staff', sealedCodeApps, codeSealer],
];

export interface SealedCount {
  readonly name: string;
  readonly count: number;
}

/** Counts texts of each kind that are not encrypted with the current key. Leaves out kinds without any. */
export async function notUnderCurrentKey(db: Db, sealers: Sealers): Promise<SealedCount[]> {
  const counts: SealedCount[] = [];
  for (const [name, column, sealer] of sealedTexts(sealers)) {
    const count = await column.count(db, sealer.currentPrefix);
    if (count > 0) counts.push({ name, count });
  }
  return counts;
}

export interface Resealed {
  readonly name: string;
  readonly resealed: number;
  /** The number of texts that no key opens. */
  readonly unreadable: number;
}

export async function resealAll(db: Db, sealers: Sealers): Promise<Resealed[]> {
  const done: Resealed[] = [];
  for (const [name, column, sealer] of sealedTexts(sealers)) done.push({ name, ...(await reseal(db, column, sealer)) });
  return done;
}
