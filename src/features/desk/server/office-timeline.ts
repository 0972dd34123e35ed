import { normalizeReference } from '#features/orders/domain/transfer-reference.ts';
import { orderByCode, paymentsOf, refundsOf } from '#features/orders/server/public.ts';
import { numberOfReceipt } from '#features/payments/domain/transaction-number.ts';
import { receiptsOfOrder } from '#features/payments/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { hasPermission } from '#features/staff/domain/permissions.ts';
import { auditsOf, callerOf, type OfficeCallRegistry } from '#features/staff/server/public.ts';
import { sum } from '#kernel/money.ts';
import { ok, refuse } from '#kernel/result.ts';
import { type OfficeDb, PLANNED_ONCE, type Queryable } from '#platform/db/db.ts';
import { notFound } from '#platform/http/refusal.ts';
import { mailsOfOrder } from '#platform/mail/outbox-store.ts';
import { toInstant } from '#wire/fields.ts';
import { type TimelineEntry, timelineOf } from '../domain/timeline.ts';
import { orderTimeline } from '../office-contract/timeline.ts';
import { notesOfOrder } from './notes-store.ts';
import { changesOfTickets, documentsIssued, failedAttempts, refundsRequested } from './timeline-store.ts';

/** At most this many attempts, documents, ticket changes, mails and audit-log lines are shown, the newest of each. */
const MAX_PER_KIND = 200;

interface TimelineParts {
  readonly db: OfficeDb;
  readonly loadShop: (db: Queryable) => Promise<Shop>;
}

/** The call for all events of an order. Mails are included only for staff who may see mails. */
export function addTimelineCalls(calls: OfficeCallRegistry, { db, loadShop }: TimelineParts): void {
  calls.add(orderTimeline, async ({ code }, context) =>
    db.read(async (tx) => {
      const order = await orderByCode(tx, normalizeReference(code));
      if (!order) return refuse(notFound);
      const { session } = callerOf(context);
      const seesMails = hasPermission(session.roles, 'mails.see');
      const [shop, receipts, refunds, payments, attempts, documents, requests, changes, mails, notes] =
        await Promise.all([
          loadShop(tx),
          receiptsOfOrder(tx, order.id),
          refundsOf(tx, order.id),
          paymentsOf(tx, [order.id]),
          failedAttempts(tx, order.id, MAX_PER_KIND),
          documentsIssued(tx, order.id, MAX_PER_KIND),
          refundsRequested(tx, order.id),
          changesOfTickets(tx, order.id, MAX_PER_KIND),
          seesMails ? mailsOfOrder(tx, order.id, MAX_PER_KIND) : [],
          notesOfOrder(tx, order.id),
        ]);
      // Waived instalments lowered the price after the order was placed.
      const waived = sum(payments.map(({ waivedAmount }) => waivedAmount));
      const subjects = [
        order.code,
        ...refunds.map((refund) => refund.code),
        ...receipts.map(({ id }) => `receipt ${id}`),
      ];
      const entries = timelineOf({
        placed: { at: order.createdAt, amount: order.totalPrice + waived },
        termsAcceptedAt: order.termsAcceptedAt,
        audits: await auditsOf(tx, subjects, MAX_PER_KIND),
        receipts: receipts.map((receipt) => ({
          ...{ id: receipt.id, at: receipt.receivedAt, source: receipt.source, number: numberOfReceipt(receipt) },
          ...{ amount: receipt.amount, currency: receipt.currency },
        })),
        attempts,
        documents,
        requests,
        changes,
        mails: mails.map((mail) => ({
          at: mail.sentAt ?? mail.createdAt,
          writtenAt: mail.createdAt,
          id: mail.id,
          to: mail.recipient,
          subject: mail.subject,
          status: mail.status,
          isReadable: mail.html !== null || mail.draft !== null,
        })),
        notes: notes.map(({ writtenAt, ...note }) => ({ at: writtenAt, ...note })),
      });
      const { ageRanges } = shop.public;
      return ok({ entries: entries.map((entry) => onWire(entry, ageRanges)) });
    }, PLANNED_ONCE),
  );
}

function onWire({ at, ...entry }: TimelineEntry, ages: AgeRanges) {
  const moment = { at: toInstant(at) };
  switch (entry.what) {
    case 'attempt_failed': {
      const { isBySavedCard, ...attempt } = entry;
      return { ...moment, ...attempt, by_saved_card: isBySavedCard };
    }
    case 'mail': {
      const { isReadable, ...mail } = entry;
      return { ...moment, ...mail, is_readable: isReadable };
    }
    case 'note': {
      const { isPinned, remindOn, ...note } = entry;
      return { ...moment, ...note, is_pinned: isPinned, remind_on: remindOn };
    }
    case 'ticket_changed':
      return { ...moment, ...entry, before: shownFacts(entry.before, ages), after: shownFacts(entry.after, ages) };
    default:
      return { ...moment, ...entry };
  }
}

type AgeRanges = Shop['public']['ageRanges'];

/** The part of a ticket change that staff can see: no ids or counters. */
const shownFacts = (facts: Readonly<Record<string, unknown>>, ages: AgeRanges) => {
  const text = (name: string) => (typeof facts[name] === 'string' ? facts[name] : null);
  const age = text('age');
  return {
    full_name: text('full_name'),
    email: text('email'),
    // An age range that the shop no longer has is shown by its key.
    age: age && (ages[age] ?? age),
    travel_time: text('travel_time'),
  };
};
