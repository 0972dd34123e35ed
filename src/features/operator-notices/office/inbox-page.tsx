import { Suspense, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { usePageTitle } from '#browser/page-title.ts';
import { useKeys } from '#browser/use-keys.ts';
import { useOfficeCall } from '#browser/use-office-call.ts';
import {
  ChargeWays,
  OwedWays,
  ProblemWays,
  ReceiptWays,
  RecordPayment,
  ReminderWays,
} from '#features/desk/office/public.tsx';
import { WarningWays } from '#features/disputes/office/public.tsx';
import { PayoutWays } from '#features/payouts/office/public.tsx';
import { LookedUpWays, RefundWays } from '#features/refunds/office/public.tsx';
import type { Permission } from '#features/staff/domain/permissions.ts';
import { useStaffSession } from '#features/staff/office/public.tsx';
import type { Language } from '#kernel/language.ts';
import { formatMoney } from '#kernel/money.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { CheckIcon } from '#ui/icons.tsx';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { Moment } from '#ui/office/moment.tsx';
import { PageHead } from '#ui/office/page-head.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { QueryState } from '#ui/office/query-state.tsx';
import { StateMessage } from '#ui/office/state-message.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { groupName } from '../words/group-names.ts';
import { ageText } from './age.ts';
import styles from './inbox.module.css';

type Inbox = OfficeAnswer<'inbox'>;
type Matter = Inbox['matters'][number];

const addressOf = ({ key }: Matter) => `/inbox/${encodeURIComponent(key)}`;

/** What needs a person: the list beside the chosen matter. On phones each is a page. */
export default function InboxPage() {
  const { text } = useLanguage();
  const { shopName, may } = useStaffSession();
  const { key = null } = useParams();
  const [isRecording, setRecording] = useState(false);
  usePageTitle(text('Inbox'), shopName);
  const query = useOfficeCall('inbox', {});
  const open = query.data?.matters.find((matter) => matter.key === key);
  return (
    <>
      <PageHead
        heading={text('Inbox')}
        sub={query.data && <Summary inbox={query.data} />}
        actions={
          may('money.book') && (
            <Button kind="secondary" small onClick={() => setRecording(true)}>
              {text('Record a payment')}
            </Button>
          )
        }
      />
      <QueryState query={query} failed={text('The inbox did not load')}>
        {(inbox) => <Triage inbox={inbox} wanted={key} />}
      </QueryState>
      {isRecording && (
        <Suspense>
          <RecordPayment suggested={open?.order ?? ''} onClose={() => setRecording(false)} />
        </Suspense>
      )}
    </>
  );
}

function Summary({ inbox: { matters, groups } }: { inbox: Inbox }) {
  const language = useLanguage();
  const oldest = groups.flatMap((group) => group.oldest ?? []).sort()[0];
  if (matters.length === 0) return language.text('Nothing is waiting.');
  const count = language.countText(matters.length, { one: '{count} needs attention', other: '{count} need attention' });
  if (oldest === undefined) return count;
  return language.text('{count} · oldest {age}', { count, age: ageText(language, oldest, new Date()) });
}

function Triage({ inbox, wanted }: { inbox: Inbox; wanted: string | null }) {
  const { text } = useLanguage();
  const navigate = useNavigate();
  const { person } = useStaffSession();
  const { matters, groups } = inbox;
  const at = matters.findIndex(({ key }) => key === wanted);
  const place = Math.max(at, 0);
  const chosen = matters[place];
  const goTo = (matter: Matter | undefined) => matter && navigate(addressOf(matter));
  useKeys(person.keys, { j: () => goTo(matters[place + 1]), k: () => goTo(matters[place - 1]) });
  if (!chosen)
    return (
      <StateMessage icon={<CheckIcon />} heading={text('Nothing is waiting')}>
        {text('Money without an order, refunds to decide, disputes and undelivered emails appear here.')}
      </StateMessage>
    );
  // After a matter is dealt with, the next one is shown.
  const next = matters[place + 1] ?? matters[place - 1];
  const isOver = wanted !== null && at < 0;
  return (
    <>
      {isOver && <p className={styles.over}>{text('Done. Here is the next one.')}</p>}
      <div className={classNames(styles.triage, wanted !== null && styles.opened)}>
        <section className={styles.waiting} aria-label={text('Waiting')}>
          {groups.map((group) => (
            <Group key={group.group} group={group} matters={matters} chosen={chosen} />
          ))}
        </section>
        <div className={styles.detail}>
          <p className={styles.back}>
            <Link to="/inbox">{text('Inbox')}</Link>
          </p>
          <Detail
            key={chosen.key}
            matter={chosen}
            place={text('{place} of {count}', { place: place + 1, count: matters.length })}
            onDone={() => navigate(next ? addressOf(next) : '/inbox', { replace: true })}
          />
          {person.keys && (
            <p className={styles.keys}>
              <kbd>J</kbd> <kbd>K</kbd> {text('next, previous')}
            </p>
          )}
        </div>
      </div>
    </>
  );
}

interface GroupProps {
  group: Inbox['groups'][number];
  matters: readonly Matter[];
  chosen: Matter;
}

function Group({ group: { group, count, is_cut: isCut }, matters, chosen }: GroupProps) {
  const language = useLanguage();
  return (
    <>
      <h2 className={styles.group}>
        <span>{groupName(language, group)}</span>
        <span>{isCut ? language.text('{count} or more', { count }) : count}</span>
      </h2>
      <ul>
        {matters
          .filter((matter) => matter.group === group)
          .map((matter) => (
            <li key={matter.key}>
              <Entry matter={matter} isChosen={matter.key === chosen.key} />
            </li>
          ))}
      </ul>
    </>
  );
}

function Entry({ matter, isChosen }: { matter: Matter; isChosen: boolean }) {
  const language = useLanguage();
  const { facts } = matter;
  const title = useTitle(matter);
  const sum = useSum(matter);
  return (
    <Link to={addressOf(matter)} className={styles.matter} aria-current={isChosen ? 'true' : undefined}>
      <b>{title}</b>
      <b>{sum}</b>
      <span>{facts.detail === '' || matter.order === null ? sourceOf(language, facts) : `“${facts.detail}”`}</span>
      <span>{matter.since !== null && ageText(language, matter.since, new Date())}</span>
    </Link>
  );
}

function useTitle({ order, customer_name: name, refund, facts, kind, group }: Matter): string {
  const language = useLanguage();
  const { text } = language;
  const code = refund ?? order;
  if (code !== null) return name === null ? code : text('{code} · {name}', { code, name });
  if (kind === 'money_to_settle') return facts.detail === '' ? sourceOf(language, facts) : `“${facts.detail}”`;
  if (kind === 'transfer_file_waiting' && facts.id !== null) return facts.id;
  return facts.from ?? groupName(language, group);
}

const sourceOf = ({ text }: Language, { from }: Matter['facts']): string =>
  from === 'bank' ? text('Bank') : (from ?? '');

/** Words a sum. The digits of another currency than the shop's are unknown. */
function useSum({ amount, currency }: Matter): string {
  const { text } = useLanguage();
  const settings = useShopSettings();
  if (amount === null) return '';
  return currency === null || currency === settings.currency
    ? formatMoney(amount, settings)
    : text('{amount} {currency}', { amount, currency });
}

function Detail({ matter, place, onDone }: { matter: Matter; place: string; onDone: () => void }) {
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
            sum: formatMoney(facts.refunded, settings),
          })}
        </p>
      )}
      <Suspense>
        <Ways matter={matter} onDone={onDone} />
      </Suspense>
    </Panel>
  );
}

function Ways({ matter, onDone }: { matter: Matter; onDone: () => void }) {
  const { text } = useLanguage();
  const { may } = useStaffSession();
  const { kind, receipt, refund, order, amount, facts } = matter;
  if (receipt !== null && kind === 'money_to_settle') return <ReceiptWays receipt={receipt} onDone={onDone} />;
  if (refund !== null && kind !== 'refund_unclear' && may('refunds.decide'))
    return <RefundWays code={refund} onDone={onDone} />;
  const link = order !== null && (
    <p className={styles.order}>
      <ButtonLink kind="secondary" small to={`/orders/${order}`}>
        {text('Open {code}', { code: order })}
      </ButtonLink>
    </p>
  );
  if (order !== null && kind === 'order_owed')
    return (
      <>
        {link}
        <OwedWays code={order} owed={amount ?? 0} onDone={onDone} />
      </>
    );
  if (order !== null && ['dispute', 'order_problem'].includes(kind))
    return (
      <>
        {link}
        {may('money.book') && facts.refunded !== amount ? <ProblemWays code={order} onDone={onDone} /> : null}
      </>
    );
  if (order !== null && kind === 'order_reminder')
    return (
      <>
        {link}
        <p className={styles.quiet}>{text('{name} noted:', { name: facts.from ?? '' })}</p>
        <p className={styles.quote}>{facts.detail}</p>
        <ReminderWays code={order} note={Number(facts.id)} was={facts.day ?? ''} onDone={onDone} />
      </>
    );
  const action = actionOf(matter, may, onDone);
  if (action)
    return (
      <>
        {link}
        {facts.detail !== '' && <p className={styles.quote}>{facts.detail}</p>}
        {action}
      </>
    );
  return (
    <>
      {link}
      {facts.detail !== '' && <p className={styles.quote}>{facts.detail}</p>}
      {facts.count !== null && kind === 'cancellation' && (
        <p>{text('Orders that need you: {count}.', { count: facts.count })}</p>
      )}
      {facts.count !== null && kind === 'mails_held' && (
        <p>{text('Emails waiting for the mail server: {count}.', { count: facts.count })}</p>
      )}
      {facts.count !== null && kind === 'transfer_file_waiting' && (
        <p>{text('Refunds in this file: {count}.', { count: facts.count })}</p>
      )}
      <Elsewhere matter={matter} />
    </>
  );
}

/** Leads to the page that deals with a matter that has no ways out here. */
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
    return link(`/money/refund-files/${encodeURIComponent(facts.id)}`, text('Open the refund file'));
  if (kind === 'mail_given_up') return link('/mails?view=failed', text('Open emails not delivered'));
  if (ON_HEALTH.includes(kind) && may('health.see')) return link('/health', text('Open Health'));
  return <p className={styles.quiet}>{text('For now, this is handled on the command line.')}</p>;
}

/** What the health page shows with its last answer or message. */
const ON_HEALTH: readonly string[] = ['mails_held', 'gateway_not_answering', 'gateway_messages_missing'];

/** What can be done about a charge, a refund, a warning or a payout that somebody has looked up at the provider. */
function actionOf({ kind, facts: { id } }: Matter, may: (permission: Permission) => boolean, onDone: () => void) {
  if (id === null) return null;
  if (kind === 'refund_unclear' && may('refunds.decide')) return <LookedUpWays movement={id} onDone={onDone} />;
  if (!may('money.book')) return null;
  if (kind === 'fraud_warning') return <WarningWays warning={id} onDone={onDone} />;
  if (kind === 'payout') return <PayoutWays payout={id} onDone={onDone} />;
  if (kind === 'charge_unclear') return <ChargeWays reference={id} onDone={onDone} />;
  return null;
}
