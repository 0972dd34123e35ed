import { useBundle } from '#browser/session-store.ts';
import type { Order } from '#features/orders/contract.ts';
import { type WhyNoRefund, whyNoRefund } from '#features/refunds/domain/offer-refund.ts';
import { orderFromWire } from '#features/refunds/domain/order-on-wire.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { formatDate } from '#kernel/dates.ts';
import type { Language } from '#kernel/language.ts';
import { ButtonLink } from '#ui/button.tsx';
import { useLanguage } from '#ui/language.ts';
import styles from './order-page.module.css';

/** Shows what a customer can do with the entire order, or why nothing can be done. */
export function OrderButtons({ order }: { order: Order }) {
  const language = useLanguage();
  const { text } = language;
  const { config } = useBundle();
  if (order.can_refund) {
    return (
      <ButtonLink kind="secondary" wide to={paths.requestRefund(order.code)}>
        {text('Request Refund')}
      </ButtonLink>
    );
  }
  // Other refunds' totals do not matter here, because an order with a refund shows no reason.
  const why = config.refundsActive ? whyNoRefund(orderFromWire(order, { total: 0, shipping: 0 }), new Date()) : null;
  return why && <p className={styles.whyNot}>{reasonText(language, why, (instant) => formatDate(instant, config))}</p>;
}

function reasonText({ text }: Language, why: WhyNoRefund, day: (instant: string) => string): string {
  switch (why.kind) {
    case 'nothing_was_paid':
      return text('Nothing was paid for this order, so there is nothing to refund.');
    case 'not_refundable':
      return text('The items in this order are non-refundable.');
    case 'not_yet':
      return text('Refunds can be requested from {at}.', { at: day(why.at) });
    case 'too_late':
      return text('The deadline for refund requests was {at}.', { at: day(why.at) });
  }
}
