import { type ReactNode, useId } from 'react';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { formatDate } from '#kernel/dates.ts';
import { markedText } from '#kernel/language.ts';
import { formatMoney } from '#kernel/money.ts';
import { useLanguage } from '#ui/language.ts';
import { BankIcon } from '#ui/office/icons.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { isShortAssignment } from '../domain/outcome.ts';
import { MailLines } from './mail-lines.tsx';
import { outcomeLines } from './outcome-lines.ts';
import type { Outcome, Preview } from './use-preview.ts';
import styles from './what-will-happen.module.css';

const attentionTexts: Readonly<Record<NonNullable<Outcome['attention']>, string>> = {
  short: markedText('This is less than the amount due. The payment stays in the inbox until the rest arrives.'),
  over: markedText('This is more than the amount due. The excess will wait in the inbox.'),
  double: markedText('This has already been paid, so the whole amount will wait in the inbox.'),
  late: markedText('It arrived too late for this order, so it will wait in the inbox.'),
  unmatched: markedText('No order or payment has this reference, so it will wait in the inbox.'),
  currency: markedText('It is in a different currency from the payment.'),
  amount: markedText('It is not the amount that is due.'),
  contradicted: markedText('The payment provider reports something different.'),
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
    ...outcomeLines(language, outcome, {
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
      {outcome?.attention && (
        <p className={styles.attention}>
          {isShortAssignment(outcome)
            ? text('This is less than the amount due. The rest stays due, but the payment leaves the inbox.')
            : translate(attentionTexts[outcome.attention])}
        </p>
      )}
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
                ? text('You will see this once you change something.')
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
