import { createHash } from 'node:crypto';
import type { Shop } from '#features/shop-config/server/public.ts';
import { writeAudits } from '#features/staff/server/public.ts';
import { type Actor, nameOfActor } from '#kernel/actor.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Queryable, Tx } from '#platform/db/db.ts';
import { creditTransferXml, newMessageId, type Payer } from '../domain/credit-transfer.ts';
import { needsApproval } from '../domain/transfer-file.ts';
import { markExported } from './export-refunds-store.ts';
import { type GivenPayer, type PayerRefusal, payerOf } from './payer.ts';
import type { RefundParts } from './refund-parts.ts';
import { insertTransferFile, transferFile } from './transfer-files-store.ts';
import { lockNextOrders, MAX_PER_FILE, nextOrders, sumOf, type TransferOrders } from './transfer-orders.ts';
import { dayOf, digestOf, localTimeOf } from './write-transfer-file.ts';

export interface FileRequest {
  /** Used instead of the shop's own account. */
  readonly given?: GivenPayer;
  readonly actor: Actor;
  /** At most this many refunds go into the file; the others wait for the next one. */
  readonly limit?: number;
  /** The hash of the content that was previewed. A file with other content is not made. */
  readonly expected?: string;
}

export type FileRefusal =
  /** Transfer files are in euros. */
  | { readonly kind: 'other_currency'; readonly currency: string }
  | PayerRefusal
  | { readonly kind: 'nothing_to_write'; readonly leftOut: TransferOrders['leftOut'] }
  | { readonly kind: 'not_expected' }
  /** Above this sum a file needs two members of staff, in the office. */
  | { readonly kind: 'needs_two_people'; readonly above: number; readonly total: number };

export interface MadeFile extends TransferOrders {
  readonly messageId: string;
  readonly total: number;
  readonly needsApproval: boolean;
  /** If lost, `writeTransferFile` writes it again. Its refunds count as ordered, so a new file leaves them out. */
  readonly xml: string;
}

/** What a new file would contain. */
export interface NextFile extends TransferOrders {
  readonly payer: Result<Payer, PayerRefusal>;
  readonly total: number;
  readonly needsApproval: boolean;
  /** Null unless refunds are paid in euros. */
  readonly currency: 'EUR' | null;
  /** A hash of what the bank would do. Pass it as `expected` to make exactly this file. */
  readonly content: string;
}

export async function nextTransferFile(db: Queryable, parts: RefundParts, shop: Shop): Promise<NextFile> {
  const next = await nextOrders(db, parts, shop.public.name, MAX_PER_FILE);
  const total = sumOf(next.orders);
  const payer = payerOf(shop);
  return {
    ...next,
    payer,
    total,
    needsApproval: needsApproval(total, shop.private.secondPersonAbove ?? null),
    currency: isEuro(shop) ? 'EUR' : null,
    content: contentOf(next, payer.ok ? payer.value : null),
  };
}

/**
 * Puts accepted refunds that are in no file yet into a SEPA credit transfer file. Commits them as ordered before the
 * file is written: otherwise a bank could pay it while its refunds were still free for the next file.
 */
export async function makeTransferFile(
  parts: RefundParts,
  request: FileRequest,
  now: Date,
): Promise<Result<MadeFile, FileRefusal>> {
  const { actor } = request;
  return await parts.db.transaction(async (tx): Promise<Result<MadeFile, FileRefusal>> => {
    const shop = await parts.loadShop(tx);
    if (!isEuro(shop)) return refuse({ kind: 'other_currency', currency: shop.public.currency });
    const payer = payerOf(shop, request.given);
    if (!payer.ok) return payer;
    const next = await lockNextOrders(tx, parts, shop.public.name, request.limit ?? MAX_PER_FILE);
    if (request.expected !== undefined && request.expected !== contentOf(next, payer.value)) {
      return refuse({ kind: 'not_expected' });
    }
    if (next.orders.length === 0) return refuse({ kind: 'nothing_to_write', leftOut: next.leftOut });
    const total = sumOf(next.orders);
    const above = shop.private.secondPersonAbove ?? null;
    const needsSecondPerson = needsApproval(total, above);
    if (needsSecondPerson && actor.kind !== 'staff') return refuse({ kind: 'needs_two_people', above: above!, total });

    const messageId = await freeMessageId(tx, shop, now);
    const executionDay = dayOf(now, shop.public.timezone);
    const transfers = next.orders.map(({ transfer }) => transfer);
    const xml = creditTransferXml({ messageId, createdAt: now, day: executionDay, payer: payer.value, transfers });
    const file = {
      messageId,
      madeBy: nameOfActor(actor),
      madeByStaff: actor.kind === 'staff' ? actor.id : null,
      credits: transfers.length,
      total,
      executionDay,
      payer: payer.value,
      shopName: shop.public.name,
      digest: digestOf(xml),
      needsApproval: needsSecondPerson,
    };
    await insertTransferFile(tx, file, now);
    await recordAsOrdered(tx, next, { messageId, total, actor }, now);
    return ok({ ...next, messageId, total, needsApproval: needsSecondPerson, xml });
  });
}

async function recordAsOrdered(
  tx: Tx,
  { orders }: TransferOrders,
  { messageId, total, actor }: { messageId: string; total: number; actor: Actor },
  now: Date,
): Promise<void> {
  await markExported(
    tx,
    orders.map(({ refund }) => refund.id),
    messageId,
  );
  const entries = orders.map(({ refund, transfer }) => ({
    actor,
    action: 'refund.exported' as const,
    subject: refund.code,
    details: { file: messageId, total: transfer.amount },
  }));
  const made = { count: orders.length, total };
  await writeAudits(tx, [{ actor, action: 'transfer_file.made', subject: messageId, details: made }, ...entries], now);
}

/**
 * Derived from the current millisecond in the shop's time zone, or the next one that no file uses yet: an hour comes
 * twice when clocks go back.
 */
async function freeMessageId(tx: Tx, shop: Shop, now: Date): Promise<string> {
  for (let later = 0; ; later += 1) {
    const localTime = localTimeOf(new Date(now.getTime() + later), shop.public.timezone);
    const id = newMessageId(shop.private.orderPrefix, localTime);
    if (!(await transferFile(tx, id))) return id;
  }
}

const isEuro = ({ public: { currency, currencyDigits } }: Shop): boolean => currency === 'EUR' && currencyDigits === 2;

/** A hash of everything that the bank would do: each transfer, and the account that pays. */
const contentOf = ({ orders }: TransferOrders, payer: Payer | null): string =>
  createHash('sha256')
    .update(JSON.stringify([payer, orders.map(({ transfer }) => transfer)]))
    .digest('base64url');
