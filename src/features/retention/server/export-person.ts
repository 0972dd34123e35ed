import { accountFacts } from '#features/customers/server/public.ts';
import { notesOfCustomer } from '#features/desk/server/public.ts';
import { contentsOf } from '#features/invoices/server/public.ts';
import { orderFacts } from '#features/orders/server/public.ts';
import { readableDetails, refundRowsOf } from '#features/refunds/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import { ticketsOfPerson } from '#features/tickets/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import { emailKey } from '#kernel/email.ts';
import type { Db } from '#platform/db/db.ts';
import { listMails } from '#platform/mail/outbox-store.ts';
import type { Sealer } from '#platform/secrets/sealer.ts';
import { auditSubjectOf } from './audit-subject.ts';

const MAX_MAILS = 10_000;

/**
 * Returns everything that the shop holds about the person behind an address: the account, its orders, invoices and
 * refunds, notes, tickets that they hold or manage in anybody's order, and mails. Null if there is nothing. The audit
 * log records the export, with ids only.
 */
export async function exportPerson(
  { db, bankSealer }: { readonly db: Db; readonly bankSealer: Sealer },
  { email, actor }: { readonly email: string; readonly actor: Actor },
  now: Date,
): Promise<Record<string, unknown> | null> {
  const account = await accountFacts(db, email);
  const customerId = account?.id ?? null;
  const tickets = await ticketsOfPerson(db, { emailKey: emailKey(email), customerId }, now);
  const mails = await listMails(db, MAX_MAILS, email.trim());
  if (!account && tickets.length === 0 && mails.length === 0) return null;

  const orders = account ? await orderFacts(db, account.id) : [];
  const refunds = account ? await refundRowsOf(db, account.id) : [];
  const person = {
    account: account ?? null,
    orders,
    invoices: await contentsOf(
      db,
      orders.map(({ code }) => code as string),
    ),
    refunds: refunds.map((refund) => {
      const { code, orderCode, status, total, createdAt, completedAt, note, reason } = refund;
      const bank = readableDetails(bankSealer, refund) ?? null;
      return { code, order: orderCode, status, total, createdAt, completedAt, note, reason, bank };
    }),
    tickets: tickets.map(({ id: _id, orderId: _orderId, isUpcoming: _isUpcoming, ...ticket }) => ticket),
    notes: account ? await notesOfCustomer(db, account.id) : [],
    mails: mails.map(({ kind, recipient, subject, text, status, createdAt, sentAt }) => ({
      ...{ kind, recipient, subject, text, status, createdAt, sentAt },
    })),
  };
  const details = { orders: orders.length, tickets: tickets.length, mails: mails.length };
  await writeAudit(db, { actor, action: 'customer.exported', subject: auditSubjectOf(customerId), details }, now);
  return person;
}
