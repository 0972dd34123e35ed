import { wipeLinesOf } from '#features/bank-statements/server/public.ts';
import { accountFacts, eraseAccount, lockCustomer } from '#features/customers/server/public.ts';
import { eraseNotes } from '#features/desk/server/public.ts';
import {
  lockOrdersOf,
  ordersWithHolder,
  ordersWithPersonalData,
  wipeHolderOfLines,
  wipeUnpaidOrdersOf,
} from '#features/orders/server/public.ts';
import { endConsentsOf, wipeDeclineReasonsOf, wipeReceiptWordsOf } from '#features/payments/server/public.ts';
import { eraseBankDetailsOf } from '#features/refunds/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import {
  ordersWithFormerHolder,
  type PersonTicket,
  ticketsOfPerson,
  wipeFormerHolder,
  wipeHolderOfTickets,
} from '#features/tickets/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import { emailKey } from '#kernel/email.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Db } from '#platform/db/db.ts';
import { wipeMailsTo } from '#platform/mail/outbox-store.ts';
import { auditSubjectOf } from './audit-subject.ts';

export type ErasePersonRefusal =
  | { readonly kind: 'unknown_person' }
  /** These orders await money, the operator or a refund. */
  | { readonly kind: 'orders_under_way'; readonly codes: readonly string[] }
  /** These tickets can still be used. */
  | { readonly kind: 'upcoming_tickets'; readonly tickets: readonly PersonTicket[] };

export interface ErasedPerson {
  readonly customerId: number | null;
  readonly tickets: number;
  readonly mails: number;
  /** Codes of orders that must by law keep the customer's details. */
  readonly kept: readonly string[];
  /** Codes of other people's orders with notes that do not name the person, but may still be about them. */
  readonly notesToRead: readonly string[];
}

/**
 * Erases the person behind an address in one transaction: the account with its logins and saved cards, the person on
 * tickets in anybody's order, mails and bank details to or from them, and notes that are on their orders, about their
 * payments, or contain their name. Orders that brought money, and their invoices, keep the customer for as long as the
 * law requires.
 */
export async function erasePerson(
  { db, hashOfRecipient }: { readonly db: Db; readonly hashOfRecipient: (email: string) => Buffer },
  wanted: { readonly email: string; readonly alsoValidTickets: boolean; readonly actor: Actor },
  now: Date,
): Promise<Result<ErasedPerson, ErasePersonRefusal>> {
  const key = emailKey(wanted.email);
  return await db.transaction<Result<ErasedPerson, ErasePersonRefusal>>(async (tx) => {
    const account = await accountFacts(tx, key);
    const customerId = account?.id ?? null;
    // Locks the orders before the account, as everywhere.
    const orders = account ? await lockOrdersOf(tx, account.id) : [];
    const underWay = orders.filter(({ isUnderWay }) => isUnderWay);
    if (underWay.length > 0) return refuse({ kind: 'orders_under_way', codes: underWay.map(({ code }) => code) });
    const tickets = await ticketsOfPerson(tx, { emailKey: key, customerId }, now);
    const upcoming = tickets.filter(({ isUpcoming }) => isUpcoming);
    if (upcoming.length > 0 && !wanted.alsoValidTickets) return refuse({ kind: 'upcoming_tickets', tickets: upcoming });

    // Read before the names are erased. A ticket that the person only manages has the name of another holder.
    const held = [
      ...(await ordersWithHolder(tx, key)),
      ...(await ordersWithFormerHolder(tx, key)),
      ...tickets.filter(isHeldBy(key)),
    ];
    if (account) {
      await lockCustomer(tx, account.id);
      await wipeUnpaidOrdersOf(tx, account.id);
      await eraseBankDetailsOf(tx, account.id);
      await wipeLinesOf(tx, account.id);
      await wipeReceiptWordsOf(tx, account.id);
      await wipeDeclineReasonsOf(tx, account.id);
      await endConsentsOf(tx, account.id, now);
      await eraseAccount(tx, account.id);
    }
    const own = orders.map(({ id }) => id);
    const orderIds = [...own, ...tickets.map(({ orderId }) => orderId)];
    const notes = await eraseNotes(tx, {
      person: { email: key, names: [account?.fullName ?? '', ...held.map(({ fullName }) => fullName)] },
      own,
      others: [...tickets, ...held].map(({ orderId }) => orderId).filter((id) => !own.includes(id)),
    });
    const lines = await wipeHolderOfLines(tx, [...new Set(orderIds)], key);
    await wipeHolderOfTickets(
      tx,
      tickets.map(({ id }) => id),
      key,
    );
    const changes = await wipeFormerHolder(tx, key);
    const mails = await wipeMailsTo(tx, { emailKey: key, hashOf: hashOfRecipient }, now);
    if (!account && tickets.length + lines + changes + mails === 0) return refuse({ kind: 'unknown_person' });
    const kept = account ? await ordersWithPersonalData(tx, account.id) : [];
    const details = { tickets: tickets.length, mails, orders_kept: kept.length, valid_tickets: upcoming.length };
    const subject = auditSubjectOf(customerId);
    await writeAudit(tx, { actor: wanted.actor, action: 'customer.erased', subject, details }, now);
    return ok({ customerId, tickets: tickets.length, mails, kept, notesToRead: notes.kept });
  });
}

const isHeldBy =
  (key: string) =>
  ({ email }: PersonTicket): boolean =>
    emailKey(email) === key;
