import type { Shop } from '#features/shop-config/server/public.ts';
import { writeAudits } from '#features/staff/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
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
import { numberChecks } from '../number-checks.ts';
import { lockRefundsToExport, markExported, refundsExportedIn, refundsToExport } from './export-refunds-store.ts';
import type { RefundParts } from './refund-parts.ts';
import type { RefundRow } from './refund-store.ts';
import { readableDetails } from './sealed-details.ts';

export interface ExportRequest {
  readonly payer: Payer;
  /** For the audit log. */
  readonly actor: Actor;
  /** An earlier file's id, to write it again unchanged. */
  readonly again?: string;
  /** The others wait for the next file. */
  readonly most?: number;
}

export const MOST_IN_A_FILE = 1_000;
/** Searched for exportable ones. */
const MOST_READ = 20_000;

/** Why an accepted refund must be paid by hand. */
export type LeftOut = 'no_iban' | 'wrong_iban' | 'not_reached' | 'no_bic' | 'unwritable_name' | 'erased' | 'unreadable';

export interface ExportedRefunds {
  readonly messageId: string;
  /** Its refunds are recorded as ordered: if it gets lost, `again` writes it again. */
  readonly xml: string;
  readonly written: readonly RefundRow[];
  readonly leftOut: readonly { readonly refund: RefundRow; readonly why: LeftOut }[];
  /** The account holder's name lost letters; `name` is in the file. */
  readonly shortened: readonly { readonly refund: RefundRow; readonly name: string; readonly written: string }[];
  /** For the next file. */
  readonly waiting: number;
}

export type ExportRefusal =
  /** Transfer files are in euros. */
  | { readonly kind: 'other_currency'; readonly currency: string }
  | { readonly kind: 'nothing_to_write'; readonly leftOut: ExportedRefunds['leftOut'] };

/**
 * Puts accepted refunds that are in no file yet into a SEPA credit transfer file, and lists those that it cannot order.
 * Commits them as ordered before the file is written: otherwise a bank could pay it while its refunds were still free
 * for the next file.
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
    const toOrder = (refund: RefundRow) => ({ refund, order: transferOf(parts, shop, refund) });
    const { orders, waiting } = request.again
      ? { orders: (await refundsExportedIn(tx, request.again)).map(toOrder), waiting: 0 }
      : await newOrders(tx, toOrder, request.most ?? MOST_IN_A_FILE);
    const transfers = orders.flatMap(({ order }) => (typeof order === 'string' ? [] : [order]));
    const leftOut = orders.flatMap(({ refund, order }) => (typeof order === 'string' ? [{ refund, why: order }] : []));
    if (transfers.length === 0) return refuse({ kind: 'nothing_to_write', leftOut });

    const written = orders.filter(({ order }) => typeof order !== 'string').map(({ refund }) => refund);
    const messageId = request.again ?? newMessageId(shop.private.orderPrefix, now);
    const file = { messageId, createdAt: now, day: dayOf(now, shop), payer: request.payer, transfers };
    await note(tx, written, file, request, now);
    return ok({ messageId, xml: creditTransferXml(file), written, leftOut, shortened: shortened(orders), waiting });
  });
}

interface Order {
  readonly refund: RefundRow;
  readonly order: Transfer | LeftOut;
}

/** Takes the refunds for a new file, oldest first. Concurrent exports take different ones. */
async function newOrders(
  tx: Tx,
  toOrder: (refund: RefundRow) => Order,
  most: number,
): Promise<{ orders: Order[]; waiting: number }> {
  const looked = (await refundsToExport(tx, MOST_READ)).map(toOrder);
  const leftOut = looked.filter(({ order }) => typeof order === 'string');
  const payable = looked.filter(({ order }) => typeof order !== 'string').map(({ refund }) => refund.id);
  const locked = await lockRefundsToExport(tx, payable.slice(0, most));
  const oldestFirst = locked.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || a.id - b.id);
  return { orders: [...oldestFirst.map(toOrder), ...leftOut], waiting: Math.max(0, payable.length - most) };
}

const shortened = (orders: readonly Order[]): ExportedRefunds['shortened'] =>
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
  const entries = written.map((refund) => ({
    actor,
    action: 'refund.exported' as const,
    subject: refund.code,
    details: { file: messageId, total: refund.toBank, again: again !== undefined },
  }));
  await writeAudits(tx, entries, now);
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
    amount: refund.toBank,
    name: details.ownerFullName,
    iban,
    bic: isBic ? bic : null,
    text: `${shop.public.name} refund ${refund.code}`,
  };
}

const dayOf = (now: Date, shop: Shop): string =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(shop.public.timezone)
    .toPlainDate()
    .toString();
