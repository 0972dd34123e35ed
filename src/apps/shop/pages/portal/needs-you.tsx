import type { ReactNode } from 'react';
import { useBundle } from '#browser/session-store.ts';
import type { RefundSummary } from '#features/portal/contract.ts';
import type { OrderNeed } from '#features/portal/domain/order-needs.ts';
import type { OrderSummary } from '#features/portal/domain/order-summary.ts';
import { summaryTitle } from '#features/portal/words/summary-title.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { formatDate, formatDateTime } from '#kernel/dates.ts';
import { ButtonLink } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Code } from '#ui/code.tsx';
import { FactLine } from '#ui/fact-line.tsx';
import { useLanguage } from '#ui/language.ts';
import { PlainList } from '#ui/plain-list.tsx';
import { Money } from '#ui/price.tsx';
import tones from '#ui/tone.module.css';
import { ToneShape } from '#ui/tone-shape.tsx';
import styles from './needs-you.module.css';
import { payPath } from './next-step.tsx';

interface NeedsYouProps {
  needs: readonly { order: OrderSummary; need: OrderNeed }[];
  /** Refunds that wait for a bank account. */
  refunds: readonly RefundSummary[];
}

/** Lists what needs the customer in all orders, most urgent first, then refunds that wait for an account, if any. */
export function NeedsYou({ needs, refunds }: NeedsYouProps) {
  const { text } = useLanguage();
  if (needs.length + refunds.length === 0) return null;
  return (
    <section className={styles.block} aria-labelledby="needs-you">
      <h2 id="needs-you" className={styles.heading}>
        {text('Needs your attention')}
      </h2>
      <PlainList className={styles.needs}>
        {needs.map(({ order, need }) => (
          <NeedRow
            key={`${order.code} ${need.kind === 'choose_time' ? need.ticket.code : need.kind}`}
            {...{ order, need }}
          />
        ))}
        {refunds.map((refund) => (
          <RefundRow key={refund.id} refund={refund} />
        ))}
      </PlainList>
    </section>
  );
}

function NeedRow({ order, need }: { order: OrderSummary; need: OrderNeed }) {
  const language = useLanguage();
  const action = useAction(order, need);
  return (
    <Row
      tone={'is_overdue' in need && need.is_overdue ? 'bad' : 'warn'}
      what={<What need={need} />}
      about={[summaryTitle(language, order), <Code key="code">{order.code}</Code>]}
      action={{ ...action, name: language.text('{action}: order {code}', { action: action.label, code: order.code }) }}
    />
  );
}

function RefundRow({ refund }: { refund: RefundSummary }) {
  const { text, textNodes } = useLanguage();
  const label = text('Enter bank account');
  return (
    <Row
      tone="warn"
      what={textNodes('Tell us where to send {amount}', { amount: <Money amount={refund.account_needed} /> })}
      about={[textNodes('Refund {id}', { id: <Code>{refund.id}</Code> })]}
      action={{
        to: paths.refundAccount(refund.id),
        label,
        name: text('{action}: refund {id}', { action: label, id: refund.id }),
      }}
    />
  );
}

interface RowProps {
  tone: 'bad' | 'warn';
  what: ReactNode;
  about: readonly ReactNode[];
  /** `name` is the action's name for assistive technology. */
  action: { to: string; label: string; name: string };
}

function Row({ tone, what, about, action }: RowProps) {
  return (
    <li className={styles.need}>
      <span className={classNames(styles.shape, tones[tone])}>
        <ToneShape tone={tone} size={12} />
      </span>
      <div className={styles.words}>
        <h3 className={styles.what}>{what}</h3>
        <p className={styles.order}>
          <FactLine facts={about} />
        </p>
      </div>
      <ButtonLink
        kind={tone === 'bad' ? 'primary' : 'secondary'}
        to={action.to}
        className={styles.action}
        aria-label={action.name}
      >
        {action.label}
      </ButtonLink>
    </li>
  );
}

function What({ need }: { need: OrderNeed }): ReactNode {
  const { text, textNodes } = useLanguage();
  const { config } = useBundle();
  if (need.kind === 'accept_terms') return text('Accept the terms and conditions');
  if (need.kind === 'choose_time')
    return text('Choose a travel time: {product}, {full_name}', {
      product: need.ticket.product,
      full_name: need.ticket.full_name,
    });
  const amount = <Money amount={need.amount} />;
  if (need.by === null)
    return need.kind === 'transfer'
      ? textNodes('Transfer {amount}', { amount })
      : textNodes('Pay {amount}', { amount });
  if (need.is_overdue) return textNodes('{amount} was due on {date}', { amount, date: formatDate(need.by, config) });
  const by = (need.is_by_day ? formatDate : formatDateTime)(need.by, config);
  return need.kind === 'transfer'
    ? textNodes('Transfer {amount} by {date}', { amount, date: by })
    : textNodes('Pay {amount} by {date}', { amount, date: by });
}

function useAction(order: OrderSummary, need: OrderNeed): { to: string; label: string } {
  const { text } = useLanguage();
  switch (need.kind) {
    case 'pay':
      return { to: payPath(order, need), label: text('Pay') };
    case 'transfer':
      return { to: paths.order(order.code), label: text('Bank details') };
    case 'ask':
      return { to: paths.order(order.code), label: text('How to pay') };
    case 'accept_terms':
      return { to: paths.acceptTerms(order.code, order.terms_checksum), label: text('Review terms') };
    case 'choose_time':
      return { to: paths.order(order.code), label: text('Choose Time') };
  }
}
