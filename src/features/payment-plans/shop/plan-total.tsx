import { dueToday } from '#features/orders/domain/due-today.ts';
import { thenLater } from '#features/orders/words/due-today.ts';
import { useLanguage } from '#ui/language.ts';
import { Money } from '#ui/price.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { type PlanStep, paymentPlanSchedule } from '../domain/schedule.ts';
import styles from './plan-total.module.css';

export interface PlanTotalProps {
  plan: readonly PlanStep[];
  /** The moment from which the instalments are dated. */
  now: Date;
  /** The label for the sum of all instalments. */
  totalLabel: string;
  /** True for a transfer, which does not arrive on the day it is made. */
  isByTransfer?: boolean;
}

/** Shows the first payment in large type, then the later payments with their dates, and the total. */
export function PlanTotal({ plan, now, totalLabel, isByTransfer = false }: PlanTotalProps) {
  const { text } = useLanguage();
  const due = dueToday(paymentPlanSchedule(plan, now, useShopSettings().timezone));
  return (
    <div className={styles.plan}>
      <p className={styles.due}>
        <span>{isByTransfer ? text('First payment') : text('Due today')}</span>
        <strong>
          <Money amount={due.amount} />
        </strong>
      </p>
      <PlanLater plan={plan} now={now} className={styles.later} />
      <p className={styles.total}>
        <span>{totalLabel}</span>
        <Money amount={due.total} />
      </p>
    </div>
  );
}

/** The first payment, such as `€48.00 due today`. */
export function PlanDueToday({ plan, now }: Pick<PlanTotalProps, 'plan' | 'now'>) {
  const { textNodes } = useLanguage();
  const { amount } = dueToday(paymentPlanSchedule(plan, now, useShopSettings().timezone));
  return textNodes('{amount} due today', { amount: <Money amount={amount} /> });
}

/** The payments after the first; nothing if there are none. */
export function PlanLater({ plan, now, className }: Pick<PlanTotalProps, 'plan' | 'now'> & { className?: string }) {
  const { translate } = useLanguage();
  const settings = useShopSettings();
  const { later } = dueToday(paymentPlanSchedule(plan, now, settings.timezone));
  return later && <span className={className}>{translate(thenLater(later, now, settings))}</span>;
}
