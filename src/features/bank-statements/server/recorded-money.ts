import type { Queryable } from '#platform/db/db.ts';
import type { Match } from '../domain/line-matches.ts';
import {
  type BookedAs,
  type RecordedReceipt,
  type RecordedRefund,
  recordedReceipts,
  recordedRefundsOf,
} from './booked-lines-store.ts';
import type { ImportLine } from './prepare-import.ts';

export type RecordedMoney = RecordedReceipt | RecordedRefund;

/** Returns the recorded money that lines show or may show, with who recorded it, by the line's number. */
export async function recordedMoney(
  db: Queryable,
  before: readonly (Pick<BookedAs, 'receipts' | 'refunds'> & { readonly number: number })[],
  open: readonly Pick<ImportLine, 'number' | 'match'>[],
): Promise<Map<number, RecordedMoney[]>> {
  const named = [...before, ...open.map(({ number, match }) => ({ number, ...namedIn(match) }))];
  const receipts = await recordedReceipts(
    db,
    named.flatMap((one) => one.receipts),
  );
  const refunds = await recordedRefundsOf(
    db,
    named.flatMap((one) => one.refunds),
  );
  const receiptOf = new Map(receipts.map((one) => [one.receipt, one]));
  const refundOf = new Map(refunds.map((one) => [one.refund, one]));
  return new Map(
    named.map((one) => [
      one.number,
      [
        ...one.receipts.flatMap((id) => receiptOf.get(id) ?? []),
        ...one.refunds.flatMap((code) => refundOf.get(code) ?? []),
      ],
    ]),
  );
}

function namedIn(match: Match): Pick<BookedAs, 'receipts' | 'refunds'> {
  const receipt = match.kind === 'likely' || match.kind === 'unknown' ? match.receipt : undefined;
  const refund = match.kind === 'money_out' && match.what.kind === 'refund_recorded' ? match.what.code : undefined;
  return { receipts: receipt === undefined ? [] : [receipt], refunds: refund === undefined ? [] : [refund] };
}
