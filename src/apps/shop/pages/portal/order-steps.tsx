import { useShopNow } from '#browser/first-page.ts';
import { useBundle } from '#browser/session-store.ts';
import type { Order } from '#features/orders/contract.ts';
import { type OrderStep, type StepState, stepsOf } from '#features/portal/domain/order-steps.ts';
import type { PublicConfig } from '#features/shop-config/contract.ts';
import { formatDays, formatShortDate } from '#kernel/dates.ts';
import type { Language } from '#kernel/language.ts';
import { CheckIcon, CloseIcon } from '#ui/icons.tsx';
import { useLanguage } from '#ui/language.ts';
import styles from './order-steps.module.css';

/** Shows the order's progress, from the day it was placed to the day it is for. */
export function OrderSteps({ order }: { order: Order }) {
  const language = useLanguage();
  const { text } = language;
  const { config } = useBundle();
  const steps = stepsOf(order, useShopNow());
  const current = steps.find(({ state }) => state !== 'done');
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari takes the role away from lists without bullets.
    <ol role="list" className={styles.steps} aria-label={text('Where your order stands')}>
      {steps.map((step) => (
        <li
          key={step.kind}
          className={`${styles.step} ${styles[step.state]}`}
          aria-current={step === current ? 'step' : undefined}
        >
          <span className={styles.mark}>{markOf(step.state)}</span>
          <span className={styles.label}>{labelOf(language, step)}</span>
          <span className={styles.detail}>{detailOf(language, step, config)}</span>
          <span className="visually-hidden">{stateText(language, step.state)}</span>
        </li>
      ))}
    </ol>
  );
}

function markOf(state: StepState) {
  if (state === 'done') return <CheckIcon size={14} />;
  return state === 'stopped' ? <CloseIcon size={14} /> : null;
}

function stateText({ text }: Language, state: StepState): string {
  switch (state) {
    case 'done':
      return text('(done)');
    case 'current':
      return text('(in progress)');
    case 'ahead':
      return text('(still to come)');
    case 'stopped':
      return text('(stopped)');
  }
}

function labelOf({ text }: Language, step: OrderStep): string {
  switch (step.kind) {
    case 'ordered':
      return text('Ordered');
    case 'paid':
      return step.state === 'done' ? text('Paid') : text('Payment');
    case 'tickets':
      return step.count === 1 ? text('Ticket ready') : text('Tickets ready');
    case 'shipping':
      return text('Shipping');
    case 'event':
      return text('Event');
    case 'journey':
      return text('Journey');
    case 'cancelled':
      return text('Cancelled');
    case 'abandoned':
      return text('Not paid in time');
    case 'refunded':
      return text('Refunded');
  }
}

function detailOf({ text }: Language, step: OrderStep, config: PublicConfig): string | null {
  switch (step.kind) {
    case 'ordered':
      return formatShortDate(step.at, config);
    case 'paid':
      if (step.why === 'problem') return text('We are looking into it');
      if (step.why === 'refund_requested') return text('Paused during your refund request');
      if (step.why === 'processing') return text('Being processed');
      return step.parts ? text('{paid} of {count} paid', step.parts) : null;
    case 'event':
    case 'journey':
      return formatDays(step.first, step.last, { locale: config.locale, timezone: step.timezone }, { year: true });
    default:
      return null;
  }
}
