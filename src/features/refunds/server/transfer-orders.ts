import type { Queryable, Tx } from '#platform/db/db.ts';
import type { Transfer } from '../domain/credit-transfer.ts';
import type { LeftOut } from '../domain/left-out.ts';
import { transferNeeds } from '../domain/sepa-countries.ts';
import { losesLetters, MAX_NAME_LENGTH, NOTHING_LEFT, sepaText } from '../domain/sepa-text.ts';
import { numberChecks } from '../number-checks.ts';
import { lockRefundsToExport, refundsToExport } from './export-refunds-store.ts';
import type { RefundParts } from './refund-parts.ts';
import type { RefundRow } from './refund-store.ts';
import { readableDetails } from './sealed-details.ts';

export const MAX_PER_FILE = 1_000;
/** At most this many waiting refunds are checked for the next file. */
const MAX_READ = 20_000;

export interface TransferOrder {
  readonly refund: RefundRow;
  readonly transfer: Transfer;
}

export interface TransferOrders {
  readonly orders: readonly TransferOrder[];
  readonly leftOut: readonly { readonly refund: RefundRow; readonly why: LeftOut }[];
  /** The number of refunds for the file after this one. */
  readonly waiting: number;
}

/** Returns the transfers for the next file, oldest first, and the refunds that cannot be in it. */
export async function nextOrders(
  db: Queryable,
  parts: RefundParts,
  shopName: string,
  limit: number,
): Promise<TransferOrders> {
  const { orders, leftOut } = separateExportable(parts, shopName, await refundsToExport(db, MAX_READ));
  return { orders: orders.slice(0, limit), leftOut, waiting: Math.max(0, orders.length - limit) };
}

/** Like `nextOrders`, but locks the refunds for a new file. Concurrent calls take different refunds. */
export async function lockNextOrders(
  tx: Tx,
  parts: RefundParts,
  shopName: string,
  limit: number,
): Promise<TransferOrders> {
  const { orders, ...others } = await nextOrders(tx, parts, shopName, limit);
  const locked = await lockRefundsToExport(
    tx,
    orders.map(({ refund }) => refund.id),
  );
  const oldestFirst = locked.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || a.id - b.id);
  // Bank details may have changed before the lock.
  const now = separateExportable(parts, shopName, oldestFirst);
  return { ...others, orders: now.orders, leftOut: [...others.leftOut, ...now.leftOut] };
}

function separateExportable(
  parts: RefundParts,
  shopName: string,
  refunds: readonly RefundRow[],
): Omit<TransferOrders, 'waiting'> {
  const all = refunds.map((refund) => ({ refund, transfer: transferOf(parts, shopName, refund, refund.toBank) }));
  return {
    orders: all.flatMap(({ refund, transfer }) => (typeof transfer === 'string' ? [] : [{ refund, transfer }])),
    leftOut: all.flatMap(({ refund, transfer }) => (typeof transfer === 'string' ? [{ refund, why: transfer }] : [])),
  };
}

export function transferOf(
  { sealer }: Pick<RefundParts, 'sealer'>,
  shopName: string,
  refund: Pick<RefundRow, 'code' | 'bankSealed'>,
  amount: number,
): Transfer | LeftOut {
  const details = readableDetails(sealer, refund);
  if (!details) return refund.bankSealed === null ? 'erased' : 'unreadable';
  const { iban, bic } = details;
  if (iban === '') return 'no_iban';
  if (!numberChecks.isIban(iban)) return 'wrong_iban';
  const needs = transferNeeds(iban.slice(0, 2));
  if (needs === null) return 'not_reached';
  const isBic = numberChecks.isBic(bic);
  if (needs === 'iban_and_bic' && !isBic) return 'no_bic';
  if (sepaText(details.ownerFullName, MAX_NAME_LENGTH) === NOTHING_LEFT) return 'unwritable_name';
  return {
    endToEndId: refund.code,
    amount,
    name: details.ownerFullName,
    iban,
    bic: isBic ? bic : null,
    text: `${shopName} refund ${refund.code}`,
  };
}

/** The name as it is in the file, if it lost letters; otherwise null. */
export const shortenedName = ({ name }: Pick<Transfer, 'name'>): string | null =>
  losesLetters(name, MAX_NAME_LENGTH) ? sepaText(name, MAX_NAME_LENGTH) : null;

export const sumOf = (orders: readonly TransferOrder[]): number =>
  orders.reduce((sum, { transfer }) => sum + transfer.amount, 0);
