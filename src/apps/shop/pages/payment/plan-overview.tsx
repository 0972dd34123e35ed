import { useBundle } from '#browser/session-store.ts';
import type { Order, Payment } from '#features/orders/contract.ts';
import { instalmentStatus } from '#features/orders/shop/public.tsx';
import { formatShortDate } from '#kernel/dates.ts';
import { useLanguage } from '#ui/language.ts';
import { Money } from '#ui/price.tsx';
import { StatusChip } from '#ui/status-chip.tsx';
import styles from './payment-page.module.css';

/** Lists all instalments of the plan and marks the one that this page pays. */
export function PlanOverview({ order, payment }: { order: Order; payment: Payment }) {
  const language = useLanguage();
  const { text } = language;
  const { config } = useBundle();
  return (
    <ol className={styles.plan} aria-label={text('Payment plan')}>
      {order.payments.map((one) => {
        const status = instalmentStatus(language, one, order, config.instalmentStatuses);
        return (
          <li key={one.reference} aria-current={one.reference === payment.reference ? 'true' : undefined}>
            <span>{formatShortDate(one.due_at, config)}</span>
            <StatusChip tone={status.tone}>{status.label}</StatusChip>
            <Money amount={one.amount} />
          </li>
        );
      })}
    </ol>
  );
}
