import { datedFacts, linesOf, type OrderMailParts, sendOrderMail } from '#features/orders/server/public.ts';
import type { AttemptRow } from '#features/payments/server/public.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { formatMoney } from '#kernel/money.ts';
import type { Tx } from '#platform/db/db.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import { mailLanguage } from '#platform/mail/mail-language.ts';
import type { OpenInstalment } from './open-instalment.ts';
import { longDate, waysToPay } from './remind.ts';

interface NotCharged extends OpenInstalment {
  readonly attempt: AttemptRow;
  /** Such as `Visa •••• 4242`. */
  readonly card: string;
  readonly needsCustomer: boolean;
  /** When the card is charged again; null if it is not. */
  readonly retryAt: Date | null;
}

/** Mails, once for each charge, that the saved card was not charged, and how to pay. */
export async function mailNotCharged(tx: Tx, parts: OrderMailParts, failed: NotCharged, now: Date): Promise<void> {
  const { text, textNodes } = mailLanguage(languageOfShop(parts.shop.public));
  const { shop } = parts;
  const { order, payment, payments, attempt, card, needsCustomer, retryAt } = failed;
  const missing = formatMoney(payment.amount - payment.paid_amount, shop.public);
  const name = text('Instalment {position} of {all}', { position: payment.position, all: payments.length });
  const due = longDate(shop, payment.due_at);
  const pieces = { name, order: { strong: order.code }, card, due: { strong: due } };
  await sendOrderMail(tx, parts, order, `instalment-not-charged:${attempt.reference}`, now, {
    subject: text('{name} for order {order}: your card was not charged', { name, order: order.code }),
    preheader: text('{missing}, due on {due}', { missing, due }),
    title: needsCustomer ? text('Please confirm your payment') : text('Your card was not charged'),
    parts: [
      {
        kind: 'paragraph',
        text: needsCustomer
          ? textNodes(
              '{name} for your order {order} was due on {due}. We tried to charge your card ({card}), but your bank wants you to confirm the payment yourself.',
              pieces,
            )
          : textNodes(
              '{name} for your order {order} was due on {due}. We tried to charge your card ({card}), but your bank declined the payment.',
              pieces,
            ),
      },
      {
        kind: 'facts',
        rows: [
          { label: text('Amount'), value: missing },
          { label: text('Due'), value: due },
          { label: text('Reference'), value: payment.reference },
          ...datedFacts(shop, await linesOf(tx, [order.id])),
        ],
      },
      {
        kind: 'paragraph',
        text: retryAt
          ? textNodes('We will try the card again on {day}. You can also pay now.', {
              day: { strong: longDate(shop, retryAt) },
            })
          : text('We will not try the card again for this instalment. Please pay it yourself.'),
      },
      ...waysToPay(parts, order, payment),
      {
        kind: 'paragraph',
        text: textNodes('{order} shows the full plan. If you have already paid, you do not need to do anything.', {
          order: { link: text('Your order'), url: parts.shopUrl + paths.order(order.code) },
        }),
      },
    ],
  });
}
