import { createHash } from 'node:crypto';
import { type OfficeContext, type OfficeRefusal, previewChanged, stepUpNeeded } from '#features/staff/server/public.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { OfficeDb, Queryable, Tx } from '#platform/db/db.ts';
import { dbOf } from '#platform/db/within.ts';
import type { MailLooks } from '#platform/mail/mail-look.ts';
import { isOnlyPreview, WITH_MAIL_TEXTS } from '../domain/fingerprint.ts';
import { changedInstalments, isChanged, needsFreshProof, type Outcome } from '../domain/outcome.ts';
import { type MailText, mailTexts } from './mail-texts.ts';
import {
  cancelledAmong,
  instalmentsNow,
  lastMailByOthers,
  lockOrders,
  marksNow,
  openRequestsNow,
  ordersNow,
  writtenSince,
} from './outcome-store.ts';

export interface PreviewParts {
  readonly db: OfficeDb;
  readonly currencyDigits: () => Promise<number>;
  /** How mails look at present. */
  readonly looks: (tx: Queryable) => Promise<MailLooks>;
}

interface Done<More extends object> {
  /** Codes of the orders that it places. */
  readonly placed?: readonly string[];
  /** Further fields of the answer. They are confirmed too, so they must be the same each time. */
  readonly more?: More;
  readonly attention?: Outcome['attention'];
  readonly undoes?: boolean;
  /** Mails that are sent although they were written earlier. */
  readonly mails?: Outcome['mails'];
}

/** Something that changes money, stock or mails when it is confirmed. */
export interface Command<More extends object = object> {
  /** The call and its request, without request key and fingerprint: a preview confirms nothing else. */
  readonly request: readonly unknown[];
  /**
   * Repeating it has the same outcome, as with sending a mail again. A confirmation is refused if a mail was written
   * since the preview, perhaps by an earlier confirmation.
   */
  readonly isRepeatable?: boolean;
  /** Confirming it needs a fresh proof of who is acting. Its preview never does. */
  readonly needsProof?: boolean;
  /** Codes of the orders that it may change. */
  orders(tx: Tx): Promise<readonly string[]>;
  /** The use case, on this database. Everything is rolled back if it is refused. */
  run(db: OfficeDb): Promise<Result<Done<More>, OfficeRefusal>>;
}

interface Previewed {
  done: boolean;
  preview: string;
  outcome: Outcome;
  /** Only if the preview was requested with `WITH_MAIL_TEXTS`. */
  mail_texts?: MailText[];
}

/**
 * Runs a command in a transaction and reads what it has written. Without a fingerprint, everything is rolled back, and
 * the outcome is only shown, with the text of its mails on request. With the fingerprint of that preview, the command is
 * committed, unless its outcome has changed since. Either way the same code decides, under the same locks.
 */
export async function previewOrDo<More extends object = object>(
  { db, currencyDigits, looks }: PreviewParts,
  context: Pick<OfficeContext, 'caller' | 'remember' | 'hasFreshProof'>,
  fingerprint: string,
  command: Command<More>,
): Promise<Result<Previewed & More, OfficeRefusal>> {
  const digits = await currencyDigits();
  const ended = await db.transaction(
    async (tx): Promise<Result<Previewed & More, OfficeRefusal | (Previewed & More)>> => {
      const codes = await command.orders(tx);
      // Otherwise changes that others make before the use case locks an order would count as part of the outcome.
      await lockOrders(tx, codes);
      const before = await ordersNow(tx, codes);
      const instalmentsBefore = await instalmentsNow(tx, codes);
      const requestsBefore = await openRequestsNow(tx, codes);
      const marks = await marksNow(tx);
      const result = await command.run(dbOf(tx));
      if (!result.ok) return result;
      const written = await writtenSince(tx, marks);
      const outcome: Outcome = {
        orders: [...(await changes(tx, before)), ...(await placedOrders(tx, result.value.placed ?? []))],
        parts: changedInstalments(instalmentsBefore, await instalmentsNow(tx, codes)),
        ...written,
        cancelled_requests: await cancelledAmong(tx, requestsBefore),
        mails: [...written.mails, ...(result.value.mails ?? [])],
        attention: result.value.attention ?? null,
        undoes: result.value.undoes ?? false,
      };
      const since = command.isRepeatable ? [await lastMailByOthers(tx, codes)] : [];
      const more = result.value.more ?? ({} as More);
      const preview = fingerprintOf([context.caller?.session.staffId, ...command.request, outcome, more, ...since]);
      // A refusal rolls back.
      if (isOnlyPreview(fingerprint)) {
        // Not part of what is confirmed: codes in the texts differ each time.
        const texts = fingerprint === WITH_MAIL_TEXTS && { mail_texts: await mailTexts(tx, marks, await looks(tx)) };
        return refuse({ ...more, done: false, preview, outcome, ...texts });
      }
      if (fingerprint !== preview) return refuse(previewChanged);
      const needsProof = command.needsProof || needsFreshProof(outcome, digits);
      if (needsProof && !context.hasFreshProof) return refuse(stepUpNeeded);
      const answer = { ...more, done: true, preview, outcome };
      await context.remember(tx, answer);
      return ok(answer);
    },
  );
  if (ended.ok) return ended;
  return 'done' in ended.error ? ok(ended.error) : refuse(ended.error);
}

async function changes(tx: Tx, before: Awaited<ReturnType<typeof ordersNow>>): Promise<Outcome['orders']> {
  const after = await ordersNow(
    tx,
    before.map(({ code }) => code),
  );
  return before
    .map(({ code, ...was }, index) => {
      const { code: _code, ...is } = after[index]!;
      return { code, before: was, after: is };
    })
    .filter(isChanged);
}

async function placedOrders(tx: Tx, codes: readonly string[]): Promise<Outcome['orders']> {
  const before = { status: 'pending', paid: 0, refunded: 0, units: 0, valid: 0 } as const;
  return (await ordersNow(tx, codes)).map(({ code, ...after }) => ({
    code,
    before: { ...before, total: after.total },
    after,
  }));
}

const fingerprintOf = (all: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(all)).digest('base64url');
