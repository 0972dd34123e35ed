import type { Shop } from '#features/shop-config/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Tx } from '#platform/db/db.ts';
import {
  type CreditTransferFile,
  creditTransferXml,
  newMessageId,
  type Payer,
  type Transfer,
} from '../domain/credit-transfer.ts';
import { transferNeeds } from '../domain/sepa-countries.ts';
import { losesLetters, MOST_NAME, NOTHING_LEFT, sepaText } from '../domain/sepa-text.ts';
import { numberChecks } from './number-checks.ts';
import type { RefundParts } from './refund-parts.ts';
import { lockRefundsToExport, markExported, type RefundRow, refundsExportedIn } from './refund-store.ts';
import { readableDetails } from './sealed-details.ts';

export interface ExportRequest {
  readonly payer: Payer;
  /** Who asks: the account that ran the command. */
  readonly actor: string;
  /** An earlier file's id: the same orders once more, under the same id, and nothing else. */
  readonly again?: string;
  /** Puts the file where it belongs; what it throws undoes everything. */
  write(xml: string): Promise<void>;
}

/** Why an accepted refund is paid by hand and not by the file. */
export type LeftOut = 'no_iban' | 'wrong_iban' | 'not_reached' | 'no_bic' | 'unwritable_name' | 'erased' | 'unreadable';

export interface ExportedRefunds {
  readonly messageId: string;
  readonly written: readonly RefundRow[];
  readonly leftOut: readonly { readonly refund: RefundRow; readonly why: LeftOut }[];
  /** Of the written: those whose account holder has letters that no bank takes, with the name that stands in the file. */
  readonly shortened: readonly { readonly refund: RefundRow; readonly name: string; readonly written: string }[];
}

export type ExportRefusal =
  /** A transfer file is in euros. */
  | { readonly kind: 'other_currency'; readonly currency: string }
  | { readonly kind: 'nothing_to_write'; readonly leftOut: ExportedRefunds['leftOut'] };

/**
 * Writes the accepted refunds that are in no file yet as one SEPA credit transfer file, and remembers for each that it is ordered, so
 * that no next file pays it again. Refunds without a complete IBAN are left out and named. One transaction, the writing included.
 */
export async function exportRefunds(
  parts: RefundParts,
  request: ExportRequest,
  now: Date,
): Promise<Result<ExportedRefunds, ExportRefusal>> {
  return await parts.db.transaction(async (tx): Promise<Result<ExportedRefunds, ExportRefusal>> => {
    const shop = await parts.loadShop(tx);
    const { currency, currencyDigits } = shop.public;
    if (currency !== 'EUR' || currencyDigits !== 2) return refuse({ kind: 'other_currency', currency });
    const refunds = request.again ? await refundsExportedIn(tx, request.again) : await lockRefundsToExport(tx);
    const orders = refunds.map((refund) => ({ refund, order: transferOf(parts, shop, refund) }));
    const transfers = orders.flatMap(({ order }) => (typeof order === 'string' ? [] : [order]));
    const leftOut = orders.flatMap(({ refund, order }) => (typeof order === 'string' ? [{ refund, why: order }] : []));
    if (transfers.length === 0) return refuse({ kind: 'nothing_to_write', leftOut });

    const written = orders.filter(({ order }) => typeof order !== 'string').map(({ refund }) => refund);
    const messageId = request.again ?? newMessageId(shop.private.orderPrefix, now);
    const file = { messageId, createdAt: now, day: dayOf(now, shop), payer: request.payer, transfers };
    await note(tx, written, file, request, now);
    await request.write(creditTransferXml(file));
    return ok({ messageId, written, leftOut, shortened: shortened(orders) });
  });
}

const shortened = (orders: readonly { refund: RefundRow; order: Transfer | LeftOut }[]): ExportedRefunds['shortened'] =>
  orders.flatMap(({ refund, order }) =>
    typeof order === 'string' || !losesLetters(order.name, MOST_NAME)
      ? []
      : [{ refund, name: order.name, written: sepaText(order.name, MOST_NAME) }],
  );

async function note(
  tx: Tx,
  written: readonly RefundRow[],
  { messageId }: CreditTransferFile,
  { actor, again }: ExportRequest,
  now: Date,
): Promise<void> {
  if (!again) {
    await markExported(
      tx,
      written.map((refund) => refund.id),
      messageId,
    );
  }
  for (const refund of written) {
    const details = { file: messageId, total: refund.total, again: again !== undefined };
    await writeAudit(tx, { actor, action: 'refund.exported', subject: refund.code, details }, now);
  }
}

function transferOf(parts: RefundParts, shop: Shop, refund: RefundRow): Transfer | LeftOut {
  const details = readableDetails(parts.sealer, refund);
  if (!details) return refund.bankSealed === null ? 'erased' : 'unreadable';
  const { iban, bic } = details;
  if (iban === '') return 'no_iban';
  if (!numberChecks.isIban(iban)) return 'wrong_iban';
  const needs = transferNeeds(iban.slice(0, 2));
  if (needs === null) return 'not_reached';
  const isBic = numberChecks.isBic(bic);
  if (needs === 'iban_and_bic' && !isBic) return 'no_bic';
  if (sepaText(details.ownerFullName, MOST_NAME) === NOTHING_LEFT) return 'unwritable_name';
  return {
    endToEndId: refund.code,
    amount: refund.total,
    name: details.ownerFullName,
    iban,
    bic: isBic ? bic : null,
    text: `${shop.public.name} refund ${refund.code}`,
  };
}

/** The day on the shop's own wall, as banks count it. */
const dayOf = (now: Date, shop: Shop): string =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(shop.public.timezone)
    .toPlainDate()
    .toString();
