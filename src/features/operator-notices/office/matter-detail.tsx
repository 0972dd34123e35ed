import { Suspense, useState } from 'react';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { CancellationActions } from '#features/cancellations/office/public.tsx';
import {
  ChargeActions,
  OrderBrief,
  OwedActions,
  ProblemActions,
  ReceiptActions,
  ReminderActions,
} from '#features/desk/office/public.tsx';
import { WarningActions } from '#features/disputes/office/public.tsx';
import { providerName } from '#features/payments/domain/provider-name.ts';
import { PayoutActions } from '#features/payouts/office/public.tsx';
import { CreateRefund, LookedUpActions, RefundActions } from '#features/refunds/office/public.tsx';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { mailKindNames } from '#features/staff/words/mail-kind-names.ts';
import type { Language } from '#kernel/language.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import { Moment } from '#ui/office/moment.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { groupName } from '../words/group-names.ts';
import { matterInWords, quotedIn } from '../words/staff/matter-in-words.ts';
import { MessageActions, WebhookActions } from './given-up-actions.tsx';
import { HandOver } from './hand-over.tsx';
import styles from './inbox.module.css';
import { matterSum, openSum } from './matter-sum.ts';

type Matter = OfficeAnswer<'inbox'>['matters'][number];

export function useTitle(matter: Matter): string {
  const { order, customer_name: name, refund, facts, kind, group } = matter;
  const language = useLanguage();
  const { text } = language;
  const code = refund ?? order;
  if (code !== null) return name === null ? code : text('{code} · {name}', { code, name });
  if (kind === 'money_to_settle')
    return facts.detail === '' ? sourceOf(language, matter) : text('“{words}”', { words: facts.detail });
  if (kind === 'transfer_file_waiting' && facts.id !== null) return facts.id;
  if (kind === 'mail_given_up' && facts.from !== null)
    return language.translate(mailKindNames[facts.from] ?? facts.from);
  return facts.from === null ? groupName(language, group) : sourceOf(language, matter);
}

/** Where a matter comes from. A provider's key in the configuration becomes its name. */
export function sourceOf({ text }: Language, { kind, facts: { from } }: Pick<Matter, 'kind' | 'facts'>): string {
  if (from === 'bank') return text('Bank');
  return from !== null && FROM_PROVIDER.includes(kind) ? providerName(from) : (from ?? '');
}

/** Kinds of matters whose source is a payment provider, or the bank. */
const FROM_PROVIDER: readonly string[] = [
  'money_to_settle',
  'dispute',
  'fraud_warning',
  'payout',
  'charge_unclear',
  'refund_unclear',
  'message_given_up',
  'gateway_not_answering',
  'gateway_messages_missing',
];

/** The sum of a matter; empty if it has none. */
export function useSum({ amount, currency, group }: Matter): string {
  const language = useLanguage();
  const settings = useShopSettings();
  return amount === null ? '' : openSum(language, { amount, currency, group }, settings);
}

/** A matter with its facts and actions. `place` is a text such as "2 of 15". */
export function Detail({ matter, place, onDone }: { matter: Matter; place: string; onDone: () => void }) {
  const language = useLanguage();
  const { text } = language;
  const sum = useSum(matter);
  const title = useTitle(matter);
  const settings = useShopSettings();
  const { facts } = matter;
  return (
    <Panel
      heading={sum === '' ? title : text('{sum} · {title}', { sum, title })}
      note={`${groupName(language, matter.group)} · ${place}`}
      actions={<HandOver matter={matter} onSnoozed={onDone} />}
    >
      {matter.since !== null && matter.receipt === null && matter.refund === null && (
        <p className={styles.quiet}>
          {text('Waiting since')} <Moment at={matter.since} />
        </p>
      )}
      {facts.until !== null && matter.kind === 'dispute' && (
        <p className={styles.quiet}>
          {text('Respond on the payment provider’s website by')} <Moment at={facts.until} />
        </p>
      )}
      {facts.refunded !== null && (
        <p>
          {text('{sum} of it has been refunded to the card. Submit proof of that refund.', {
            sum: matterSum(language, { amount: facts.refunded, currency: matter.currency }, settings),
          })}
        </p>
      )}
      <Suspense>
        <MatterActions matter={matter} onDone={onDone} />
      </Suspense>
    </Panel>
  );
}

function MatterActions({ matter, onDone }: { matter: Matter; onDone: () => void }) {
  const { may } = useStaffSession();
  const { kind, receipt, refund, order } = matter;
  if (receipt !== null && kind === 'money_to_settle') return <ReceiptActions receipt={receipt} onDone={onDone} />;
  if (refund !== null && kind !== 'refund_unclear' && may('refunds.decide'))
    return <RefundActions code={refund} onDone={onDone} />;
  return (
    <>
      <WhatHappened matter={matter} />
      {order !== null && <OrderBrief code={order} />}
      <OwnActions matter={matter} onDone={onDone} />
      <Elsewhere matter={matter} />
    </>
  );
}

/** Explains the matter, and quotes what a provider, a mail server or a colleague wrote. */
function WhatHappened({ matter }: { matter: Matter }) {
  const language = useLanguage();
  const words = matterInWords(language, matter);
  const quoted = quotedIn(language, matter);
  return (
    <>
      {words !== null && <p className={styles.quote}>{words}</p>}
      {quoted !== '' && <p className={styles.quote}>{quoted}</p>}
    </>
  );
}

/** The forms and buttons of a matter about an order, or about something between the shop and a provider. */
function OwnActions({ matter: { kind, order, amount, facts }, onDone }: { matter: Matter; onDone: () => void }) {
  const { text } = useLanguage();
  const { may } = useStaffSession();
  const { id } = facts;
  if (order !== null && kind === 'order_owed') return <OwedActions code={order} owed={amount ?? 0} onDone={onDone} />;
  if (order !== null && (kind === 'dispute' || kind === 'order_problem')) {
    if (!may('money.book')) return <p>{text('Someone who can book payments has to settle this.')}</p>;
    return facts.refunded === amount && amount !== null ? null : <ProblemActions code={order} onDone={onDone} />;
  }
  if (order !== null && kind === 'order_reminder')
    return <ReminderActions code={order} note={Number(id)} was={facts.day ?? ''} onDone={onDone} />;
  if (kind === 'webhook_given_up') return <WebhookActions onDone={onDone} />;
  if (id === null) return null;
  if (kind === 'cancellation') return <CancellationActions cancellation={Number(id)} onDone={onDone} />;
  if (kind === 'message_given_up' && facts.from !== null)
    return <MessageActions gateway={facts.from} message={id} onDone={onDone} />;
  if (kind === 'refund_unclear' && may('refunds.decide')) return <LookedUpActions movement={id} onDone={onDone} />;
  if (!may('money.book')) return null;
  if (kind === 'fraud_warning')
    return (
      <>
        {order !== null && may('refunds.ask') && <RefundNow order={order} />}
        <WarningActions warning={id} onDone={onDone} />
      </>
    );
  if (kind === 'payout') return <PayoutActions payout={id} onDone={onDone} />;
  if (kind === 'charge_unclear') return <ChargeActions reference={id} onDone={onDone} />;
  return null;
}

function RefundNow({ order }: { order: string }) {
  const { text } = useLanguage();
  const [isOpen, setOpen] = useState(false);
  return (
    <p className={styles.buttons}>
      <Button kind="secondary" onClick={() => setOpen(true)}>
        {text('Refund {code}…', { code: order })}
      </Button>
      <Suspense>{isOpen && <CreateRefund code={order} onClose={() => setOpen(false)} />}</Suspense>
    </p>
  );
}

/** Links to the page where a matter is dealt with, if it has no actions here. */
function Elsewhere({ matter: { kind, facts } }: { matter: Matter }) {
  const { text } = useLanguage();
  const { may } = useStaffSession();
  const link = (to: string, label: string) => (
    <p>
      <ButtonLink small to={to}>
        {label}
      </ButtonLink>
    </p>
  );
  if (kind === 'transfer_file_waiting' && facts.id !== null)
    return link(`/money/refund-files/${encodeURIComponent(facts.id)}`, text('Check and approve the file'));
  if (kind === 'mail_given_up') return link('/mails?view=failed', text('Open emails not delivered'));
  if (ON_HEALTH.includes(kind) && may('health.see')) return link('/health', text('Open Health'));
  return null;
}

/** Kinds of matters for which the health page shows the last answer or message. */
const ON_HEALTH: readonly string[] = ['mails_held', 'gateway_not_answering', 'gateway_messages_missing'];
