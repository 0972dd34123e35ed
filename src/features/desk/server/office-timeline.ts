import { normalizeReference } from '#features/orders/domain/transfer-reference.ts';
import { orderByCode, paymentsOf, refundsOf } from '#features/orders/server/public.ts';
import { numberOfReceipt } from '#features/payments/domain/transaction-number.ts';
import { receiptsOfOrder } from '#features/payments/server/public.ts';
import { hasPermission } from '#features/staff/domain/permissions.ts';
import { auditsOf, callerOf, type OfficeCallRegistry } from '#features/staff/server/public.ts';
import { sum } from '#kernel/money.ts';
import { ok, refuse } from '#kernel/result.ts';
import { type OfficeDb, PLANNED_ONCE } from '#platform/db/db.ts';
import { notFound } from '#platform/http/refusal.ts';
import { mailsOfOrder } from '#platform/mail/outbox-store.ts';
import { toInstant } from '#wire/fields.ts';
import { type TimelineEntry, timelineOf } from '../domain/timeline.ts';
import { orderTimeline } from '../office-contract/timeline.ts';
import { notesOfOrder } from './notes-store.ts';
import { changesOfTickets, documentsIssued, failedAttempts, refundsRequested } from './timeline-store.ts';

/** The newest of each kind are shown. */
const MAX_PER_KIND = 200;

/** The call for all events of an order. Mails are included only for staff who may see mails. */
export function addTimelineCalls(calls: OfficeCallRegistry, { db }: { readonly db: OfficeDb }): void {
  calls.add(orderTimeline, async ({ code }, context) =>
    db.read(async (tx) => {
      const order = await orderByCode(tx, normalizeReference(code));
      if (!order) return refuse(notFound);
      const { session } = callerOf(context);
      const seesMails = hasPermission(session.roles, 'mails.see');
      const [receipts, refunds, payments, attempts, documents, requests, changes, mails, notes] = await Promise.all([
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
      return ok({ entries: entries.map(onWire) });
    }, PLANNED_ONCE),
  );
}

function onWire({ at, ...entry }: TimelineEntry) {
  const moment = { at: toInstant(at) };
  switch (entry.what) {
    case 'attempt_failed': {
      const { bySavedCard, ...attempt } = entry;
      return { ...moment, ...attempt, by_saved_card: bySavedCard };
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
      return { ...moment, ...entry, before: shownFacts(entry.before), after: shownFacts(entry.after) };
    default:
      return { ...moment, ...entry };
  }
}

/** The part of a ticket change that staff can see: no ids or counters. */
const shownFacts = (facts: Readonly<Record<string, unknown>>) => {
  const text = (name: string) => (typeof facts[name] === 'string' ? facts[name] : null);
  return {
    full_name: text('full_name'),
    email: text('email'),
    age: text('age'),
    travel_time: text('travel_time'),
  };
};
