import { useShopNow } from '#browser/first-page.ts';
import { useBundle } from '#browser/session-store.ts';
import { paymentPlanSchedule } from '#features/payment-plans/domain/schedule.ts';
import { formatDate } from '#kernel/dates.ts';
import { sum } from '#kernel/money.ts';
import { useLanguage } from '#ui/language.ts';
import { Money } from '#ui/price.tsx';
import type { ShopItem } from '../contract.ts';
import styles from './plan-preview.module.css';
import { useIsPlanTooLate } from './use-is-plan-too-late.ts';

/** The payments of an order placed today. They add up to the price shown. */
export function PlanPreview({ item }: { item: ShopItem }) {
  const { text } = useLanguage();
  const { config } = useBundle();
  const now = useShopNow();
  const isTooLate = useIsPlanTooLate(item);
  if (!item.has_payment_plan || isTooLate) return null;
  const payments = paymentPlanSchedule(item.payment_plan, now, config.timezone);
  return (
    <table className={styles.plan}>
      <caption className={styles.caption}>{text('Payment plan if you order today')}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{text('Date')}</th>
          <th scope="col">{text('Amount')}</th>
        </tr>
      </thead>
      <tbody>
        {payments.map((payment) => (
          <tr key={payment.position}>
            <th scope="row">
              <span className={payment.position === 1 ? styles.now : styles.later} aria-hidden="true" />
              {payment.position === 1 ? text('Today') : formatDate(payment.dueAt.toISOString(), config)}
            </th>
            <td>
              <Money amount={payment.amount} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{text('Total')}</th>
          <td>
            <Money amount={sum(payments.map((payment) => payment.amount))} />
          </td>
        </tr>
      </tfoot>
    </table>
  );
}
