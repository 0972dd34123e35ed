import type { Order } from '#features/orders/contract.ts';
import { type ScreenLanguage, useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import { Money } from '#ui/price.tsx';

type Sent = Order['money_back'][number];

/** Explains which money the order could not take and where it is now; shows nothing for most orders. */
export function MoneyBack({ order, className }: { order: Order; className?: string | undefined }) {
  const language = useLanguage();
  if (order.money_back.length === 0) return null;
  return (
    <Notice tone="info" small className={className}>
      {order.money_back.map((sent, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two of them can be equal, and none ever moves.
        <p key={index}>{whatGoesBack(language, sent)}</p>
      ))}
    </Notice>
  );
}

function whatGoesBack({ textNodes }: ScreenLanguage, { amount: minorUnits, why }: Sent) {
  const amount = <Money amount={minorUnits} />;
  switch (why) {
    case 'double':
      return textNodes(
        'This order was already paid. Your second payment of {amount} is on its way back to your card.',
        { amount },
      );
    case 'over':
      return textNodes('You paid more than this order cost. The extra {amount} is on its way back to your card.', {
        amount,
      });
    case 'late':
      return textNodes(
        'Your payment arrived after this order had ended. Your {amount} is on its way back to your card.',
        {
          amount,
        },
      );
    case 'other':
      return textNodes('We could not use your payment. Your {amount} is on its way back to your card.', { amount });
  }
}
