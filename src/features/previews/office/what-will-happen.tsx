import type { ComponentType } from 'react';
import { type ReactNode, useId } from 'react';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { formatDate } from '#kernel/dates.ts';
import { type Language, markedText } from '#kernel/language.ts';
import { formatMoney } from '#kernel/money.ts';
import { CheckIcon, TicketIcon } from '#ui/icons.tsx';
import { useLanguage } from '#ui/language.ts';
import { BankIcon, DocumentIcon } from '#ui/office/icons.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { isRevived, owedAfter } from '../domain/outcome.ts';
import { MailLines } from './mail-lines.tsx';
import type { Outcome, Preview } from './use-preview.ts';
import styles from './what-will-happen.module.css';

interface Line {
  key: string;
  icon: ComponentType<{ size?: number }>;
  sentence: string;
}

type Words = (language: Language, values: Readonly<Record<string, string>>) => string;

const attentionTexts: Readonly<Record<NonNullable<Outcome['attention']>, string>> = {
  short: markedText('This is less than the amount due. It will be in the inbox until the rest arrives.'),
  over: markedText('This is more than the amount due. The excess will wait in the inbox.'),
  double: markedText('This has already been paid, so the whole amount will wait in the inbox.'),
  late: markedText('It arrived too late for this order, so it will wait in the inbox.'),
  unmatched: markedText('No order or payment has this reference, so it will wait in the inbox.'),
  currency: markedText('It is in a different currency from the payment.'),
  amount: markedText('It is not the amount that is due.'),
  contradicted: markedText('The payment provider reports something different.'),
};

const statusTexts: Readonly<Record<Outcome['orders'][number]['after']['status'], Words>> = {
  pending: ({ text }, { code }) => text('{code} will be awaiting payment.', { code: code! }),
  processing: ({ text }, { code }) => text('The payment of {code} will be in progress.', { code: code! }),
  partial: ({ text }, { code }) => text('{code} will be partially paid.', { code: code! }),
  paid: ({ text }, { code }) => text('{code} will be paid.', { code: code! }),
  problem: ({ text }, { code }) => text('{code} will have a payment problem.', { code: code! }),
  cancelled: ({ text }, { code }) => text('{code} will be cancelled.', { code: code! }),
  abandoned: ({ text }, { code }) => text('{code} was not paid in time.', { code: code! }),
};

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

/** The status sentences for many orders at once. */
const statusCountTexts: Readonly<
  Record<Outcome['orders'][number]['after']['status'], (language: Language, count: number) => string>
> = {
  pending: ({ countText }, count) =>
    countText(count, {
      one: '{count} order will be awaiting payment.',
      other: '{count} orders will be awaiting payment.',
    }),
  processing: ({ countText }, count) =>
    countText(count, {
      one: 'The payment of {count} order will be in progress.',
      other: 'The payments of {count} orders will be in progress.',
    }),
  partial: ({ countText }, count) =>
    countText(count, { one: '{count} order will be partially paid.', other: '{count} orders will be partially paid.' }),
  paid: ({ countText }, count) =>
    countText(count, { one: '{count} order will be paid.', other: '{count} orders will be paid.' }),
  problem: ({ countText }, count) =>
    countText(count, {
      one: '{count} order will have a payment problem.',
      other: '{count} orders will have a payment problem.',
    }),
  cancelled: ({ countText }, count) =>
    countText(count, { one: '{count} order will be cancelled.', other: '{count} orders will be cancelled.' }),
  abandoned: ({ countText }, count) =>
    countText(count, { one: '{count} order was not paid in time.', other: '{count} orders were not paid in time.' }),
};

const NO_OTHERS: readonly string[] = [];

/** What pressing the button will do, in sentences; empty until the first preview has arrived. */
export function WhatWillHappen({
  preview: { outcome, isUnderWay, mails, errors },
  showsMail = false,
  others = NO_OTHERS,
  quietEffect,
  isUnchanged = false,
}: {
  preview: Pick<Preview, 'outcome' | 'isUnderWay' | 'mails' | 'errors'>;
  /** The text of the first mail is open from the beginning. */
  showsMail?: boolean;
  /** Sentences about what the outcome does not contain. */
  others?: readonly string[];
  /** What the button does if nothing else is to be shown, because the outcome does not list it. */
  quietEffect?: string | undefined;
  /** The form is complete, and only waits for a change. */
  isUnchanged?: boolean;
}) {
  const language = useLanguage();
  const settings = useShopSettings();
  const { may } = useStaffSession();
  const { text, translate } = language;
  const lines = outcome && [
    ...linesOf(language, outcome, {
      money: (amount) => formatMoney(amount, settings),
      day: (moment) => formatDate(moment, settings),
      booksMoney: may('money.book'),
    }),
    ...others.map((sentence) => ({ key: sentence, icon: BankIcon, sentence })),
  ];
  const hasNoLines = lines?.length === 0 && outcome?.mails.length === 0;
  const isEmpty = hasNoLines && !outcome?.attention;
  return (
    <PreviewBlock isUnderWay={isUnderWay}>
      {outcome?.attention && <p className={styles.attention}>{translate(attentionTexts[outcome.attention])}</p>}
      {lines && !hasNoLines && (
        <ul className={styles.list}>
          {lines.map(({ key, icon: Icon, sentence }) => (
            <li key={key}>
              <Icon size={16} />
              <span>{sentence}</span>
            </li>
          ))}
          {outcome && outcome.mails.length > 0 && (
            <MailLines list={outcome.mails} texts={mails} showsFirst={showsMail} />
          )}
        </ul>
      )}
      {outcome && <CannotBeUndone outcome={outcome} />}
      {isEmpty && (
        <p className={styles.quiet}>
          {quietEffect ?? text('Only the list changes: no money is moved and no email is sent.')}
        </p>
      )}
      {!lines && (
        <p className={styles.quiet}>
          {isUnderWay
            ? text('One moment…')
            : Object.keys(errors).length > 0
              ? text('You will see this once the marked fields are correct.')
              : isUnchanged
                ? text('You will see this once something is changed.')
                : text('You will see this once the form is complete.')}
        </p>
      )}
    </PreviewBlock>
  );
}

/** Warns about effects that nobody can take back. */
function CannotBeUndone({ outcome: { mails, movements } }: { outcome: Outcome }) {
  const { text } = useLanguage();
  if (movements.length > 0) return <p className={styles.final}>{text('This cannot be undone.')}</p>;
  if (mails.length > 0) return <p className={styles.final}>{text('Sent emails cannot be recalled.')}</p>;
  return null;
}

/** The sunken block below a form, which shows what its button will do. */
export function PreviewBlock({ isUnderWay = false, children }: { isUnderWay?: boolean; children: ReactNode }) {
  const { text } = useLanguage();
  const id = useId();
  return (
    <section className={styles.preview} aria-labelledby={id} aria-busy={isUnderWay || undefined}>
      <h3 id={id}>{text('What will happen')}</h3>
      <div aria-live="polite">{children}</div>
    </section>
  );
}

interface Reading {
  readonly money: (amount: number) => string;
  readonly day: (moment: string) => string;
  readonly booksMoney: boolean;
}

function linesOf(language: Language, outcome: Outcome, { money, day, booksMoney }: Reading): Line[] {
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
        one: '{count} payment is less than the amount due. It will be in the inbox until the rest arrives.',
        other: '{count} payments are less than the amount due. They will be in the inbox until the rest arrives.',
      }),
    );
  const owed = owedAfter(outcome.orders);
  if (owed > 0)
    add(BankIcon, owedSentence(language, { count: outcome.orders.length, amount: money(owed) }, booksMoney));
  for (const movement of outcome.movements) add(BankIcon, movementSentence(language, movement, money));
  if (outcome.orders.length > MAX_ORDERS) {
    for (const sentence of statusLines(language, outcome.orders)) add(CheckIcon, sentence);
    for (const [icon, sentence] of countLines(language, countsOf(outcome.orders))) add(icon, sentence);
  } else
    for (const order of outcome.orders)
      for (const [icon, sentence] of orderLines(language, order, money)) add(icon, sentence);
  for (const instalment of outcome.parts) add(CheckIcon, instalmentLine(language, instalment, money, day));
  for (const [document, count] of timesOf(outcome.documents))
    add(DocumentIcon, documentTexts[document](language, count));
  return lines;
}

/** Says to those who may book money what to do, and to others who does it. */
function owedSentence(
  { text }: Language,
  { count, amount }: { readonly count: number; readonly amount: string },
  booksMoney: boolean,
): string {
  if (!booksMoney)
    return count === 1
      ? text(
          '{amount} was received and stays here, owed to the customer. It is not refunded automatically: someone who may book payments has to send it back.',
          { amount },
        )
      : text(
          '{amount} was received and stays here, owed to the customers. It is not refunded automatically: someone who may book payments has to send it back.',
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

/** If there are more orders than this, they are only counted. */
const MAX_ORDERS = 5;

function orderLines(
  language: Language,
  { code, before, after }: Outcome['orders'][number],
  money: (amount: number) => string,
): [Line['icon'], string][] {
  const { text } = language;
  const lines: [Line['icon'], string][] = [];
  if (isRevived({ before, after }))
    lines.push([CheckIcon, text('{code} had ended. It will be valid again.', { code })]);
  if (before.status !== after.status) lines.push([CheckIcon, statusTexts[after.status](language, { code })]);
  if (before.total !== after.total)
    lines.push([
      CheckIcon,
      text('{code} will cost {after} instead of {before}.', {
        code,
        after: money(after.total),
        before: money(before.total),
      }),
    ]);
  if (before.paid !== after.paid && after.paid !== after.total)
    lines.push([
      CheckIcon,
      text('{code}: {paid} of {total} will be paid.', { code, paid: money(after.paid), total: money(after.total) }),
    ]);
  return [...lines, ...countLines(language, countsOf([{ before, after }]))];
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

function statusLines(language: Language, orders: Outcome['orders']): string[] {
  const moved = orders.filter(({ before, after }) => before.status !== after.status);
  const revived = orders.filter(isRevived).length;
  return [
    ...(revived === 0
      ? []
      : [
          language.countText(revived, {
            one: '{count} order had ended. It will be valid again.',
            other: '{count} orders had ended. They will be valid again.',
          }),
        ]),
    ...[...timesOf(moved.map(({ after }) => after.status))].map(([status, count]) =>
      statusCountTexts[status](language, count),
    ),
  ];
}

/** Counts each, in the order of their first appearance. */
function timesOf<Kind>(kinds: readonly Kind[]): Map<Kind, number> {
  const times = new Map<Kind, number>();
  for (const kind of kinds) times.set(kind, (times.get(kind) ?? 0) + 1);
  return times;
}

type Counted = Pick<Outcome['orders'][number], 'before' | 'after'>;

const countsOf = (orders: readonly Counted[]) => ({
  valid: orders.reduce((sum, { before, after }) => sum + after.valid - before.valid, 0),
  units: orders.reduce((sum, { before, after }) => sum + after.units - before.units, 0),
});

function countLines({ countText }: Language, { valid, units }: ReturnType<typeof countsOf>): [Line['icon'], string][] {
  const lines: [Line['icon'], string][] = [];
  if (valid > 0)
    lines.push([
      TicketIcon,
      countText(valid, { one: '{count} ticket will become valid.', other: '{count} tickets will become valid.' }),
    ]);
  if (valid < 0)
    lines.push([
      TicketIcon,
      countText(-valid, {
        one: '{count} ticket will stop being valid. Its code stops working immediately.',
        other: '{count} tickets will stop being valid. Their codes stop working immediately.',
      }),
    ]);
  if (units > 0)
    lines.push([
      TicketIcon,
      countText(units, { one: '{count} place will be taken.', other: '{count} places will be taken.' }),
    ]);
  if (units < 0)
    lines.push([
      TicketIcon,
      countText(-units, { one: '{count} place will go back on sale.', other: '{count} places will go back on sale.' }),
    ]);
  return lines;
}
