import { datedFacts, linesOf, type OrderMailParts, sendOrderMail } from '#features/orders/server/public.ts';
import type { AttemptRow } from '#features/payments/server/public.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { formatMoney } from '#kernel/money.ts';
import type { Tx } from '#platform/db/db.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import type { MailText } from '#platform/mail/mail-content.ts';
import { mailLanguage } from '#platform/mail/mail-language.ts';
import type { OpenInstalment } from './open-instalment.ts';
import { longDate, waysToPay } from './remind.ts';

export interface NotCharged extends OpenInstalment {
  readonly attempt: AttemptRow;
  /** Such as `Visa •••• 4242`. */
  readonly card: string;
  /** The bank declined it, the customer must confirm it, or its outcome was unknown for a day. */
  readonly why: 'declined' | 'needs_customer' | 'no_answer';
  /** When the card is charged again; null if it is not. */
  readonly retryAt: Date | null;
}

/** Tells the customer, once per charge, that charging the saved card failed or may have failed, and how to pay. */
export async function mailNotCharged(tx: Tx, parts: OrderMailParts, failed: NotCharged, now: Date): Promise<void> {
  const { text, textNodes } = mailLanguage(languageOfShop(parts.shop.public));
  const { shop } = parts;
  const { order, payment, payments, attempt, card } = failed;
  const missing = formatMoney(payment.amount - payment.paidAmount, shop.public);
  const name = text('Instalment {position} of {all}', { position: payment.position, all: payments.length });
  const due = longDate(shop, payment.dueAt);
  const pieces = { name, order: { strong: order.code }, due: { strong: due } };
  const isDueToday = longDate(shop, now) === due;
  const words = wordsFor(parts.shop, failed, { name, order: order.code, card: card || text('your saved card') });
  await sendOrderMail(tx, parts, order, `instalment-not-charged:${attempt.reference}`, now, {
    subject: words.subject,
    preheader: isDueToday
      ? text('{missing}, due today', { missing })
      : text('{missing}, due on {due}', { missing, due }),
    title: words.title,
    parts: [
      {
        kind: 'paragraph',
        text: [
          ...(isDueToday
            ? textNodes('{name} for your order {order} is due today, {due}.', pieces)
            : textNodes('{name} for your order {order} was due on {due}.', pieces)),
          ` ${words.reason}`,
        ],
      },
      {
        kind: 'facts',
        rows: [
          { label: text('Amount'), value: missing },
          { label: text('Due##date'), value: due },
          { label: text('Reference'), value: payment.reference },
          ...(await datedFacts(tx, shop, await linesOf(tx, [order.id]))),
        ],
      },
      { kind: 'paragraph', text: words.next },
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

function wordsFor(
  shop: Shop,
  { why, retryAt }: NotCharged,
  pieces: { readonly name: string; readonly order: string; readonly card: string },
): { subject: string; title: string; reason: string; next: MailText } {
  const { text, textNodes } = mailLanguage(languageOfShop(shop.public));
  const { card } = pieces;
  if (why === 'no_answer') {
    return {
      subject: text('{name} for order {order}: please check your payment', pieces),
      title: text('We cannot say whether your card was charged'),
      reason: text(
        'We tried to charge your card ({card}), but the payment provider has not told us whether that worked.',
        { card },
      ),
      next: text(
        'If your bank shows the charge, you do not need to do anything. If it does not, please pay yourself. Should we receive the amount twice, we will send the second payment back.',
      ),
    };
  }
  const isForCustomer = why === 'needs_customer';
  return {
    subject: text('{name} for order {order}: your card was not charged', pieces),
    title: isForCustomer ? text('Please confirm your payment') : text('Your card was not charged'),
    reason: isForCustomer
      ? text('We tried to charge your card ({card}), but your bank wants you to confirm the payment yourself.', {
          card,
        })
      : text('We tried to charge your card ({card}), but your bank declined the payment.', { card }),
    next: retryAt
      ? textNodes('We will try the card again on {day}. You can also pay now.', {
          day: { strong: longDate(shop, retryAt) },
        })
      : text('We will not try the card again for this instalment. Please pay it yourself.'),
  };
}
