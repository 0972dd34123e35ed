import type { ComponentType } from 'react';
import { useId } from 'react';
import { type Language, markedText } from '#kernel/language.ts';
import { formatMoney } from '#kernel/money.ts';
import { CheckIcon, MailIcon, TicketIcon } from '#ui/icons.tsx';
import { useLanguage } from '#ui/language.ts';
import { BankIcon, DocumentIcon } from '#ui/office/icons.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import type { Outcome, Preview } from './use-preview.ts';
import styles from './what-will-happen.module.css';

interface Line {
  key: string;
  icon: ComponentType<{ size?: number }>;
  sentence: string;
}

type Words = (language: Language, values: Readonly<Record<string, string>>) => string;

const attentionTexts: Readonly<Record<NonNullable<Outcome['attention']>, string>> = {
  short: markedText('This is less than is due. The rest stays open.'),
  over: markedText('This is more than is due. The rest waits in the inbox.'),
  double: markedText('This is paid already. All of it waits in the inbox.'),
  late: markedText('It comes too late: the order has ended. It waits in the inbox.'),
  unmatched: markedText('No order or payment has this reference. It waits in the inbox.'),
  currency: markedText('It is in another currency than the payment.'),
  amount: markedText('It is not the amount that is due.'),
  contradicted: markedText('The payment provider says something else.'),
};

const isNow: Readonly<Record<Outcome['orders'][number]['after']['status'], Words>> = {
  pending: ({ text }, { code }) => text('{code} waits for payment.', { code: code! }),
  processing: ({ text }, { code }) => text('The payment of {code} is under way.', { code: code! }),
  partial: ({ text }, { code }) => text('{code} is partially paid.', { code: code! }),
  paid: ({ text }, { code }) => text('{code} is paid.', { code: code! }),
  problem: ({ text }, { code }) => text('{code} has a problem.', { code: code! }),
  cancelled: ({ text }, { code }) => text('{code} is cancelled.', { code: code! }),
  abandoned: ({ text }, { code }) => text('{code} has ended unpaid.', { code: code! }),
};

const documentTexts: Readonly<Record<Outcome['documents'][number], string>> = {
  invoice: markedText('An invoice is made.'),
  advance: markedText('An invoice for this payment is made.'),
  credit_note: markedText('A credit note is made.'),
};

/** What a press will do, in sentences; before the first answer nothing, and then what would happen. */
export function WhatWillHappen({ preview: { outcome, isUnderWay } }: { preview: Preview }) {
  const language = useLanguage();
  const settings = useShopSettings();
  const id = useId();
  const { text, translate } = language;
  const lines = outcome && linesOf(language, outcome, (amount) => formatMoney(amount, settings));
  return (
    <section className={styles.preview} aria-labelledby={id} aria-busy={isUnderWay || undefined}>
      <h3 id={id}>{text('What will happen')}</h3>
      <div aria-live="polite">
        {outcome?.attention && <p className={styles.attention}>{translate(attentionTexts[outcome.attention])}</p>}
        {lines && lines.length > 0 && (
          <ul className={styles.list}>
            {lines.map(({ key, icon: Icon, sentence }) => (
              <li key={key}>
                <Icon size={16} />
                <span>{sentence}</span>
              </li>
            ))}
          </ul>
        )}
        {lines?.length === 0 && !outcome?.attention && (
          <p className={styles.quiet}>{text('Only the list changes: no money moves and no mail is sent.')}</p>
        )}
        {!lines && (
          <p className={styles.quiet}>
            {isUnderWay ? text('One moment …') : text('It is shown once all is filled in.')}
          </p>
        )}
      </div>
    </section>
  );
}

function linesOf(language: Language, outcome: Outcome, money: (amount: number) => string): Line[] {
  const { text } = language;
  const lines: Line[] = [];
  const add = (icon: Line['icon'], sentence: string) => lines.push({ key: String(lines.length), icon, sentence });
  for (const { account, amount } of outcome.money) {
    const sum = money(Math.abs(amount));
    if (account === 'bank' && amount > 0)
      add(BankIcon, text('{amount} is booked as arrived at the bank.', { amount: sum }));
    if (account === 'bank' && amount < 0)
      add(BankIcon, text('{amount} is booked as sent from the bank.', { amount: sum }));
    if (account.startsWith('gateway:') && amount < 0)
      add(BankIcon, text('{amount} is booked as sent by the payment provider.', { amount: sum }));
    if (account.startsWith('suspense') && amount < 0)
      add(BankIcon, text('{amount} waits for a decision.', { amount: sum }));
    if (account.startsWith('suspense') && amount > 0)
      add(BankIcon, text('{amount} no longer waits for a decision.', { amount: sum }));
    if (account === 'refunds_payable' && amount < 0)
      add(BankIcon, text('{amount} is owed to the customer.', { amount: sum }));
    if (account === 'losses' && amount > 0) add(BankIcon, text('{amount} is lost.', { amount: sum }));
  }
  for (const { gateway, amount } of outcome.movements)
    add(
      BankIcon,
      gateway === null
        ? text('{amount} goes into the next payout by bank.', { amount: money(amount) })
        : text('{amount} goes back to the card through {gateway}.', { amount: money(amount), gateway }),
    );
  for (const order of outcome.orders)
    for (const [icon, sentence] of orderLines(language, order, money)) add(icon, sentence);
  for (const document of outcome.documents) add(DocumentIcon, language.translate(documentTexts[document]));
  for (const { subject, to } of outcome.mails)
    add(MailIcon, text('Mail “{subject}” goes to {email}.', { subject, email: to }));
  return lines;
}

function orderLines(
  language: Language,
  { code, total, before, after }: Outcome['orders'][number],
  money: (amount: number) => string,
): [Line['icon'], string][] {
  const { text, countText } = language;
  const lines: [Line['icon'], string][] = [];
  if (before.status !== after.status) lines.push([CheckIcon, isNow[after.status](language, { code })]);
  if (before.paid !== after.paid && after.paid !== total)
    lines.push([
      CheckIcon,
      text('{code}: {paid} of {total} is paid.', { code, paid: money(after.paid), total: money(total) }),
    ]);
  const valid = after.valid - before.valid;
  if (valid > 0)
    lines.push([
      TicketIcon,
      countText(valid, { one: '{count} ticket becomes valid.', other: '{count} tickets become valid.' }),
    ]);
  if (valid < 0)
    lines.push([
      TicketIcon,
      countText(-valid, {
        one: '{count} ticket ends. Its code stops working at once.',
        other: '{count} tickets end. Their codes stop working at once.',
      }),
    ]);
  const units = after.units - before.units;
  if (units > 0)
    lines.push([TicketIcon, countText(units, { one: '{count} place is taken.', other: '{count} places are taken.' })]);
  if (units < 0)
    lines.push([
      TicketIcon,
      countText(-units, { one: '{count} place goes back on sale.', other: '{count} places go back on sale.' }),
    ]);
  return lines;
}
