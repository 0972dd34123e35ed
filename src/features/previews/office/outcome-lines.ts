import type { ComponentType } from 'react';
import type { Language } from '#kernel/language.ts';
import { CheckIcon } from '#ui/icons.tsx';
import { BankIcon, DocumentIcon, WarningIcon } from '#ui/office/icons.tsx';
import { isAsPlanned, owedAfter } from '../domain/outcome.ts';
import { linesOfOrders } from './order-lines.ts';
import { timesOf } from './times-of.ts';
import type { Outcome } from './use-preview.ts';

export interface Line {
  key: string;
  icon: ComponentType<{ size?: number }>;
  sentence: string;
}

const documentTexts: Readonly<Record<Outcome['documents'][number], (language: Language, count: number) => string>> = {
  invoice: ({ countText }, count) =>
    countText(count, { one: 'An invoice will be issued.', other: '{count} invoices will be issued.' }),
  advance: ({ countText }, count) =>
    countText(count, {
      one: 'An invoice for this payment will be issued.',
      other: '{count} invoices for these payments will be issued.',
    }),
  credit_note: ({ countText }, count) =>
    countText(count, { one: 'A credit note will be issued.', other: '{count} credit notes will be issued.' }),
};

interface Reading {
  readonly money: (amount: number) => string;
  readonly day: (moment: string) => string;
  readonly booksMoney: boolean;
}

/** What the button will do, in sentences. */
export function outcomeLines(language: Language, outcome: Outcome, { money, day, booksMoney }: Reading): Line[] {
  const { text, countText } = language;
  const lines: Line[] = [];
  const add = (icon: Line['icon'], sentence: string) => lines.push({ key: String(lines.length), icon, sentence });
  for (const { account, amount } of outcome.money) {
    const sum = money(Math.abs(amount));
    if (account === 'bank' && amount > 0)
      add(
        BankIcon,
        outcome.undoes
          ? text('{amount} will no longer be booked as sent from the bank.', { amount: sum })
          : text('{amount} will be booked as received at the bank.', { amount: sum }),
      );
    if (account === 'bank' && amount < 0)
      add(
        BankIcon,
        outcome.undoes
          ? text('{amount} will no longer be booked as received at the bank.', { amount: sum })
          : text('{amount} will be booked as sent from the bank.', { amount: sum }),
      );
    if (account.startsWith('gateway:') && amount < 0)
      add(BankIcon, text('{amount} will be booked as sent by the payment provider.', { amount: sum }));
    if (account.startsWith('suspense') && amount < 0)
      add(BankIcon, text('{amount} will need a decision.', { amount: sum }));
    if (account.startsWith('suspense') && amount > 0)
      add(BankIcon, text('{amount} will no longer need a decision.', { amount: sum }));
    if (account === 'refunds_payable' && amount < 0)
      add(BankIcon, text('{amount} will be owed to the customer.', { amount: sum }));
    if (account === 'gateway_fees' && amount > 0)
      add(BankIcon, text('{amount} will be booked as payment provider fees.', { amount: sum }));
    if (account === 'losses' && amount > 0) add(BankIcon, text('{amount} will be booked as a loss.', { amount: sum }));
  }
  if (outcome.short_payments > 0 && outcome.attention === null)
    add(
      BankIcon,
      countText(outcome.short_payments, {
        one: '{count} payment is less than the amount due. It stays in the inbox until the rest arrives.',
        other: '{count} payments are less than the amount due. They stay in the inbox until the rest arrives.',
      }),
    );
  const owed = owedAfter(outcome.orders);
  if (owed > 0)
    add(BankIcon, owedSentence(language, { count: outcome.orders.length, amount: money(owed) }, booksMoney));
  for (const code of outcome.cancelled_requests)
    add(
      WarningIcon,
      text('Refund request {code} will be cancelled and its bank details deleted. It cannot be restored.', { code }),
    );
  for (const movement of outcome.movements) add(BankIcon, movementSentence(language, movement, money));
  for (const [icon, sentence] of linesOfOrders(language, outcome.orders, money)) add(icon, sentence);
  for (const sentence of linesOfInstalments(language, outcome.parts, { money, day })) add(CheckIcon, sentence);
  for (const [document, count] of timesOf(outcome.documents))
    add(DocumentIcon, documentTexts[document](language, count));
  return lines;
}

/** Tells those who can book money what to do, and others who does it. */
function owedSentence(
  { text }: Language,
  { count, amount }: { readonly count: number; readonly amount: string },
  booksMoney: boolean,
): string {
  if (!booksMoney)
    return count === 1
      ? text(
          '{amount} was received and stays here, owed to the customer. It is not refunded automatically: someone who can book payments has to send it back.',
          { amount },
        )
      : text(
          '{amount} was received and stays here, owed to the customers. It is not refunded automatically: someone who can book payments has to send it back.',
          { amount },
        );
  return count === 1
    ? text(
        '{amount} was received and stays here, owed to the customer. It is not refunded automatically: send it by bank transfer, then press “Money sent back…” on the order.',
        { amount },
      )
    : text(
        '{amount} was received and stays here, owed to the customers. It is not refunded automatically: send it by bank transfer, then press “Money sent back…” on each order.',
        { amount },
      );
}

function movementSentence(
  { text }: Language,
  { gateway, amount, waits_for_account: waits }: Outcome['movements'][number],
  money: (amount: number) => string,
): string {
  if (gateway !== null)
    return text('{amount} will go back to the card through {gateway}.', { amount: money(amount), gateway });
  return waits
    ? text(
        '{amount} will wait for a bank account, because none is known. The customer can enter it on the refund’s page.',
        { amount: money(amount) },
      )
    : text('{amount} will go into the next refund file.', { amount: money(amount) });
}

/** If money counts for more instalments than this, only the orders' own lines are shown. */
const MAX_PAID = 5;

function linesOfInstalments(
  language: Language,
  parts: Outcome['parts'],
  { money, day }: Pick<Reading, 'money' | 'day'>,
): string[] {
  const changed = parts.filter(({ before, after }) => !before || !after || !isAsPlanned(before, after));
  const paid = parts.flatMap((one) =>
    !changed.includes(one) && one.before && one.after
      ? [{ reference: one.reference, before: one.before, after: one.after }]
      : [],
  );
  return [
    ...(paid.length > MAX_PAID ? [] : paid.map((one) => countedLine(language, one, money))),
    ...changed.map((one) => instalmentLine(language, one, money, day)),
  ];
}

type Instalment = NonNullable<Outcome['parts'][number]['after']>;

/** The money that counts for an instalment, or no longer does. */
function countedLine(
  { text }: Language,
  { reference, before, after }: { readonly reference: string; readonly before: Instalment; readonly after: Instalment },
  money: (amount: number) => string,
): string {
  if (after.paid < before.paid)
    return text('{amount} will no longer count towards instalment {reference}.', {
      amount: money(before.paid - after.paid),
      reference,
    });
  const counted = { amount: money(after.paid - before.paid), reference };
  return after.paid >= after.amount
    ? text('{amount} will pay off instalment {reference}.', counted)
    : text('{amount} will count towards instalment {reference}, leaving {open} to pay.', {
        ...counted,
        open: money(after.amount - after.paid),
      });
}

/** One instalment, before and after. */
function instalmentLine(
  { text }: Language,
  { reference, before, after }: Outcome['parts'][number],
  money: (amount: number) => string,
  day: (moment: string) => string,
): string {
  if (after === null) return text('{reference} will no longer exist.', { reference });
  const sum = ({ amount, paid }: NonNullable<typeof after>) =>
    paid > 0 && paid < amount
      ? text('{amount} ({open} outstanding)', { amount: money(amount), open: money(amount - paid) })
      : money(amount);
  const now = { reference, amount: sum(after), day: day(after.due_at) };
  if (before === null) return text('{reference} will be added: {amount}, due {day}.', now);
  if (after.amount === 0) return text('{reference} will no longer have to be paid.', { reference });
  return text('{reference} will be {amount}, due {day}. It was {formerAmount}, due {formerDay}.', {
    ...now,
    formerAmount: sum(before),
    formerDay: day(before.due_at),
  });
}
