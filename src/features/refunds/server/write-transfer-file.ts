import { createHash } from 'node:crypto';
import { writeAudit } from '#features/staff/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Tx } from '#platform/db/db.ts';
import { creditTransferXml, type Payer } from '../domain/credit-transfer.ts';
import { transferFileState } from '../domain/transfer-file.ts';
import { type GivenPayer, type PayerRefusal, payerOf } from './payer.ts';
import type { RefundParts } from './refund-parts.ts';
import { type CreditRow, creditsOf, type TransferFileRow, transferFile } from './transfer-files-store.ts';
import { transferOf } from './transfer-orders.ts';

export type WriteRefusal =
  | { readonly kind: 'unknown_file' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'waits_for_approval' }
  /** Bank details of its refunds were corrected or erased, so the same bytes cannot be written any more. */
  | { readonly kind: 'no_longer_the_same' }
  | PayerRefusal;

export interface WrittenFile {
  readonly file: TransferFileRow;
  readonly credits: readonly CreditRow[];
  readonly xml: string;
}

export const digestOf = (xml: string): Buffer => createHash('sha256').update(xml).digest();

/**
 * Writes a file for the bank, byte for byte as it was made: a bank executes it once, by its id. The file is not kept,
 * because it is full of bank details. Files made before their payer was stored are paid from `given`, or from the
 * shop's current account.
 */
export async function writeTransferFile(
  parts: RefundParts,
  { messageId, given, actor }: { readonly messageId: string; readonly given?: GivenPayer; readonly actor: Actor },
  now: Date,
): Promise<Result<WrittenFile, WriteRefusal>> {
  return await parts.db.transaction(async (tx): Promise<Result<WrittenFile, WriteRefusal>> => {
    const file = await transferFile(tx, messageId);
    if (!file) return refuse({ kind: 'unknown_file' });
    const state = transferFileState(file);
    if (state !== 'ready') return refuse({ kind: state });
    const credits = await creditsOf(tx, messageId);
    const facts = await factsOf(tx, parts, file, { given, now });
    if (!facts.ok) return facts;
    const transfers = [];
    for (const credit of credits) {
      const transfer = transferOf(parts, facts.value.shopName, credit, credit.amount);
      if (typeof transfer === 'string') return refuse({ kind: 'no_longer_the_same' });
      transfers.push(transfer);
    }
    const xml = creditTransferXml({ messageId, ...facts.value, transfers });
    if (file.digest && !digestOf(xml).equals(file.digest)) return refuse({ kind: 'no_longer_the_same' });
    const details = { count: file.credits, total: file.total };
    await writeAudit(tx, { actor, action: 'transfer_file.written', subject: messageId, details }, now);
    return ok({ file, credits, xml });
  });
}

interface FileFacts {
  readonly createdAt: Date;
  readonly day: string;
  readonly payer: Payer;
  readonly shopName: string;
}

async function factsOf(
  tx: Tx,
  parts: RefundParts,
  file: TransferFileRow,
  { given, now }: { given: GivenPayer | undefined; now: Date },
): Promise<Result<FileFacts, PayerRefusal>> {
  const { executionDay, payerName, payerIban, payerBic, shopName, madeAt } = file;
  if (executionDay && payerName && payerIban && shopName !== null) {
    const payer = { name: payerName, iban: payerIban, bic: payerBic };
    return ok({ createdAt: madeAt, day: executionDay, payer, shopName });
  }
  const shop = await parts.loadShop(tx);
  const payer = payerOf(shop, given);
  if (!payer.ok) return payer;
  return ok({
    createdAt: now,
    day: dayOf(now, shop.public.timezone),
    payer: payer.value,
    shopName: shop.public.name,
  });
}

const inZone = (now: Date, timezone: string) =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone).toPlainDateTime();

export const dayOf = (now: Date, timezone: string): string => inZone(now, timezone).toPlainDate().toString();

/** `2026-11-20T11:00:00.000` */
export const localTimeOf = (now: Date, timezone: string): string =>
  inZone(now, timezone).toString({ smallestUnit: 'millisecond' });
