import type { Tx } from '#platform/db/db.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import { mailLanguage } from '#platform/mail/mail-language.ts';
import { keepsStock } from '../domain/order-status.ts';
import { meetingPointsOf } from './meeting-points-store.ts';
import { dateTime, money, type OrderMailParts, orderParts, portalParts, sendOrderMail } from './order-mail-layout.ts';
import { payingParts } from './order-mails.ts';
import { linesOf, type OrderRow } from './order-store.ts';
import { paymentsOf } from './payment-store.ts';

/**
 * Tells the buyer, who has received a mail about a payment, that it was recorded by mistake, and how to pay if the
 * order still waits for money.
 */
export async function mailPaymentUndone(
  tx: Tx,
  parts: OrderMailParts,
  order: OrderRow,
  { amount, areTicketsGone }: { readonly amount: number; readonly areTicketsGone: boolean },
  now: Date,
): Promise<void> {
  const { shop } = parts;
  const { text, textNodes } = mailLanguage(languageOfShop(shop.public));
  const [lines, payments] = [await linesOf(tx, [order.id]), await paymentsOf(tx, [order.id])];
  const paying = payingParts(parts, order, payments, now);
  const sum = { strong: money(shop, amount) };
  const code = { strong: order.code };
  const words = textNodes(
    'We recorded a payment of {amount} for your order {code} by mistake and have removed it. We are sorry for the confusion.',
    { amount: sum, code },
  );
  const deadline = order.payBy && { strong: dateTime(shop, order.payBy) };
  await sendOrderMail(tx, { ...parts, again: true }, order, 'payment-undone', now, {
    subject: text('A payment for order {code} was recorded by mistake', { code: order.code }),
    preheader: keepsStock(order.paymentStatus)
      ? text('Your order is not fully paid yet.')
      : text('Your order is cancelled, as it was before.'),
    title: text('Your payment was recorded by mistake'),
    parts: [
      { kind: 'paragraph', text: words },
      ...(areTicketsGone
        ? [
            {
              kind: 'notice',
              tone: 'warn',
              text: text('The tickets that we sent you for this order are no longer valid.'),
            } as const,
          ]
        : []),
      ...(keepsStock(order.paymentStatus)
        ? []
        : [{ kind: 'paragraph', text: text('Your order is cancelled, as it was before.') } as const]),
      ...(deadline && order.paymentMethod === 'bank_transfer'
        ? [
            {
              kind: 'paragraph',
              text: textNodes('We are holding your items until {time}.', { time: deadline }),
            } as const,
          ]
        : []),
      ...paying,
      ...orderParts(shop, order, { lines, payments, meetingPoints: await meetingPointsOf(tx, lines) }),
      ...portalParts(parts, order, paying),
    ],
  });
}
