import type { ReactNode } from 'react';
import { useBundle } from '#browser/session-store.ts';
import type { Order } from '#features/orders/contract.ts';
import type { OpenTransfer } from '#features/orders/domain/bank-transfer-text.ts';
import { Code } from '#ui/code.tsx';
import { useLanguage } from '#ui/language.ts';
import { Money } from '#ui/price.tsx';
import { earlyPaymentOf } from '../domain/pay-early.ts';
import styles from './pay-early.module.css';

interface PayEarlyProps {
  order: Order;
  account: (transfer: OpenTransfer) => ReactNode;
}

/** Shown below a plan's table: explains that instalments may be paid early, and how. */
export function PayEarly({ order, account }: PayEarlyProps) {
  const { text, textNodes } = useLanguage();
  const { config } = useBundle();
  const early = earlyPaymentOf(order);
  if (!early) return null;
  const isByOneTransfer = early.count > 1 && (order.payment_method === 'bank_transfer' || order.takes_transfers);
  const total = <Money amount={early.total} />;
  return (
    <div className={styles.note}>
      <p>
        {text('You do not have to wait for the due dates.')}{' '}
        {config.shopPaymentCreditCard &&
          (early.count === 1
            ? text('You can pay the remaining instalment early. ')
            : text('You can pay the remaining instalments early, one at a time. '))}
        {isByOneTransfer &&
          (early.isAllThatIsLeft
            ? textNodes(
                'You can also pay the remaining {total} in one bank transfer. Use {reference} as the payment reference.',
                {
                  total,
                  reference: <Code>{early.reference}</Code>,
                },
              )
            : textNodes(
                'You can also pay the {count} outstanding instalments in one bank transfer of {total}. Use {reference} as the payment reference.',
                {
                  total,
                  reference: <Code>{early.reference}</Code>,
                  count: early.count,
                },
              ))}
      </p>
      {isByOneTransfer &&
        account({ amount: early.total, code: early.reference, deadline: null, isLaterInstalment: true })}
    </div>
  );
}
