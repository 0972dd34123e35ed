import type { Cart } from '#features/cart/contract.ts';
import { type PlanStep, paymentPlanSchedule } from '#features/payment-plans/domain/schedule.ts';
import { formatDate } from '#kernel/dates.ts';
import { sum } from '#kernel/money.ts';
import { DataTable } from '#ui/data-table.tsx';
import { useLanguage } from '#ui/language.ts';
import { Money } from '#ui/price.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';

/** The plan's dates, counted from today in the shop's time zone. */
export function PlanSchedule({ plan, cart, className }: { plan: readonly PlanStep[]; cart: Cart; className?: string }) {
  const { text } = useLanguage();
  const settings = useShopSettings();
  const payments = paymentPlanSchedule(plan, new Date(cart.now), settings.timezone);
  return (
    <section className={className} aria-labelledby="checkout-plan">
      <h2 id="checkout-plan">{text('Payment plan')}</h2>
      <DataTable
        caption={text('What you pay and when')}
        captionHidden
        columns={[
          {
            key: 'due',
            header: text('Due##date'),
            cell: (payment) =>
              payment.position === 1 ? text('Today') : formatDate(payment.dueAt.toISOString(), settings),
          },
          { key: 'amount', header: text('Amount'), align: 'end', cell: (payment) => <Money amount={payment.amount} /> },
        ]}
        rows={payments}
        rowKey={(payment) => String(payment.position)}
        totalRow={{ label: text('Total'), figure: <Money amount={sum(payments.map((payment) => payment.amount))} /> }}
      />
      <p>{text('Your ticket will be ready to download once the last instalment is paid.')}</p>
    </section>
  );
}
