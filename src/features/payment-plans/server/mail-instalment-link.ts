import { normalizeReference } from '#features/orders/domain/transfer-reference.ts';
import { datedFacts, linesOf, sendOrderMail } from '#features/orders/server/public.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import { formatMoney } from '#kernel/money.ts';
import { ok, type Result } from '#kernel/result.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import { mailLanguage } from '#platform/mail/mail-language.ts';
import { lockInstalment, type PlanParts, type PlanRefusal } from './locked-plan.ts';
import { longDate, waysToPay } from './remind.ts';

/**
 * Mails the customer how to pay an open instalment now, whether or not it is due. The plan does not change. Returns the
 * recipient.
 */
export const mailInstalmentLink = (
  parts: PlanParts,
  request: { readonly reference: string; readonly actor: Actor },
  now: Date,
): Promise<Result<{ recipient: string }, PlanRefusal>> =>
  parts.db.transaction(async (tx): Promise<Result<{ recipient: string }, PlanRefusal>> => {
    const locked = await lockInstalment(tx, normalizeReference(request.reference));
    if (!locked.ok) return locked;
    const { order, payments, shop, instalment } = locked.value;
    const { text, textNodes } = mailLanguage(languageOfShop(shop.public));
    const mailParts = { shop, shopUrl: parts.money.shopUrl, again: true };
    const amount = formatMoney(instalment.amount - instalment.paidAmount, shop.public);
    const due = longDate(shop, instalment.dueAt);
    const place = { position: String(instalment.position), all: String(payments.length) };
    const name = text('Instalment {position} of {all}', place);
    const words = { ...place, order: { strong: order.code } };
    await sendOrderMail(tx, mailParts, order, 'instalment-link', now, {
      subject: text('{name} for order {order}: how to pay', { name, order: order.code }),
      preheader: text('{missing}, due on {due}', { missing: amount, due }),
      title: text('How to pay your instalment'),
      parts: [
        {
          kind: 'paragraph',
          text: textNodes('You can now pay instalment {position} of {all} for your order {order}.', words),
        },
        {
          kind: 'facts',
          rows: [
            { label: text('Amount'), value: amount },
            { label: text('Due##date'), value: due },
            { label: text('Reference'), value: instalment.reference },
            ...(await datedFacts(tx, shop, await linesOf(tx, [order.id]))),
          ],
        },
        ...waysToPay(mailParts, order, instalment),
        {
          kind: 'paragraph',
          text: textNodes('{order} shows the full plan. If you have already paid, you do not need to do anything.', {
            order: { link: text('Your order'), url: mailParts.shopUrl + paths.order(order.code) },
          }),
        },
      ],
    });
    const details = { reference: instalment.reference };
    await writeAudit(tx, { actor: request.actor, action: 'plan.link_mailed', subject: order.code, details }, now);
    return ok({ recipient: order.customerEmail });
  });
