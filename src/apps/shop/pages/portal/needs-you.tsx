import type { ReactNode } from 'react';
import { useBundle } from '#browser/session-store.ts';
import type { Order, Payment } from '#features/orders/contract.ts';
import { orderTitle } from '#features/orders/words/order-title.ts';
import type { OrderNeed } from '#features/portal/domain/order-needs.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import type { Ticket } from '#features/tickets/contract.ts';
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

type Need = OrderNeed<Payment, Ticket>;

/** Lists what needs the customer's attention in all orders, most urgent first; renders nothing if nothing does. */
export function NeedsYou({ needs }: { needs: readonly { order: Order; need: Need }[] }) {
  const { text } = useLanguage();
  if (needs.length === 0) return null;
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
      </PlainList>
    </section>
  );
}

function NeedRow({ order, need }: { order: Order; need: Need }) {
  const language = useLanguage();
  const { text } = language;
  const tone = 'isOverdue' in need && need.isOverdue ? 'bad' : 'warn';
  const action = useAction(order, need);
  return (
    <li className={styles.need}>
      <span className={classNames(styles.shape, tones[tone])}>
        <ToneShape tone={tone} size={12} />
      </span>
      <div className={styles.words}>
        <h3 className={styles.what}>
          <What need={need} />
        </h3>
        <p className={styles.order}>
          <FactLine facts={[orderTitle(language, order), <Code key="code">{order.code}</Code>]} />
        </p>
      </div>
      <ButtonLink
        kind={tone === 'bad' ? 'primary' : 'secondary'}
        to={action.to}
        className={styles.action}
        aria-label={text('{action}: order {code}', { action: action.label, code: order.code })}
      >
        {action.label}
      </ButtonLink>
    </li>
  );
}

function What({ need }: { need: Need }): ReactNode {
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
  if (need.isOverdue) return textNodes('{amount} was due on {date}', { amount, date: formatDate(need.by, config) });
  const by = (need.isByDay ? formatDate : formatDateTime)(need.by, config);
  return need.kind === 'transfer'
    ? textNodes('Transfer {amount} by {date}', { amount, date: by })
    : textNodes('Pay {amount} by {date}', { amount, date: by });
}

function useAction(order: Order, need: Need): { to: string; label: string } {
  const { text } = useLanguage();
  switch (need.kind) {
    case 'pay':
      return { to: payPath(order, need.payment), label: text('Pay') };
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
