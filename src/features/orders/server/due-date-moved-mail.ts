import type { Tx } from '#platform/db/db.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import { mailLanguage } from '#platform/mail/mail-language.ts';
import { isPayable } from '../domain/payment-status.ts';
import { meetingPointsOf } from './meeting-points-store.ts';
import { date, type OrderMailParts, orderParts, planSumRow, portalParts, sendOrderMail } from './order-mail-layout.ts';
import { payingParts } from './order-mails.ts';
import { linesOf, type OrderRow } from './order-store.ts';
import { paymentsOf } from './payment-store.ts';

/** Tells the buyer until when the order can now be paid, and how. */
export async function mailDueDateMoved(tx: Tx, parts: OrderMailParts, order: OrderRow, now: Date): Promise<void> {
  const { shop } = parts;
  const { text, textNodes } = mailLanguage(languageOfShop(shop.public));
  const [lines, payments] = [await linesOf(tx, [order.id]), await paymentsOf(tx, [order.id])];
  const due = date(shop, payments.find(({ status }) => isPayable(status))!.dueAt);
  const paying = payingParts(parts, order, payments, now);
  await sendOrderMail(tx, { ...parts, again: true }, order, 'due-date-moved', now, {
    subject: text('The due date of your order {code} has changed', { code: order.code }),
    preheader: text('Please pay by {due}.', { due }),
    title: text('Your payment has a new due date'),
    parts: [
      {
        kind: 'paragraph',
        text: textNodes('The payment for your order {code} is now due on {due}.', {
          code: { strong: order.code },
          due: { strong: due },
        }),
      },
      ...paying,
      ...orderParts(
        shop,
        order,
        { lines, payments, meetingPoints: await meetingPointsOf(tx, lines) },
        planSumRow(shop, order, payments, now),
      ),
      ...portalParts(parts, order, paying),
    ],
  });
}
