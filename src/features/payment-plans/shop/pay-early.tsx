import { useBundle } from '#browser/session-store.ts';
import type { Order } from '#features/orders/contract.ts';
import { Money } from '#ui/price.tsx';
import { earlyPaymentOf } from '../domain/pay-early.ts';
import styles from './pay-early.module.css';

/** Beneath the table of a plan: that its instalments may be paid before their time, and how. */
export function PayEarly({ order }: { order: Order }) {
  const { config, customer } = useBundle();
  const early = earlyPaymentOf(order);
  if (!early) return null;
  const country = customer?.country ?? '';
  const takesTransfer =
    order.payment_method === 'bank_transfer' ||
    (config.shopPaymentBankTransfer && config.shopPaymentBankTransferCountries.includes(country));
  const total = <Money amount={early.total} />;
  return (
    <p className={styles.note}>
      You need not wait for the dates.{' '}
      {config.shopPaymentCreditCard &&
        (early.count === 1
          ? 'You can pay the open instalment now. '
          : 'You can pay any open instalment now, one after the other. ')}
      {takesTransfer && early.count > 1 && (
        <>
          A bank transfer of {total} that names {early.reference} pays{' '}
          {early.isAllThatIsLeft ? 'all that is left' : `the ${early.count} that are open`}.
        </>
      )}
    </p>
  );
}
