import { normalizeReference } from '#features/orders/domain/transfer-reference.ts';
import { type OrderMailParts, orderByCode } from '#features/orders/server/public.ts';
import { type PreviewParts, previewOrDo } from '#features/previews/server/public.ts';
import { hasPermission } from '#features/staff/domain/permissions.ts';
import { callerOf, type OfficeCallRegistry } from '#features/staff/server/public.ts';
import { codesOfTickets } from '#features/tickets/server/public.ts';
import { markedText, type Sentence } from '#kernel/language.ts';
import { ok, refuse } from '#kernel/result.ts';
import type { Tx } from '#platform/db/db.ts';
import { conflict, httpRefusals, invalidFields, notFound } from '#platform/http/refusal.ts';
import { composeMail } from '#platform/mail/layout.ts';
import { mailOfOrder } from '#platform/mail/outbox-store.ts';
import { carriesSecret, shownMail } from '#platform/mail/shown-mail.ts';
import { toInstant, toInstantOrNull } from '#wire/fields.ts';
import * as contract from '../office-contract/mails.ts';
import { type MailOrderAgainRefusal, mailOrderAgain } from './mail-order-again.ts';
import { sendableMails } from './sendable-mails.ts';

const wrongAddress = (message: Sentence) => invalidFields([{ field: 'to', message }]);

const againRefusal = httpRefusals<MailOrderAgainRefusal>({
  unknown_order: notFound,
  unknown_mail: notFound,
  wiped: conflict(markedText('This email was deleted at the end of its retention period, so it cannot be sent again.')),
  no_address: wrongAddress(markedText('Please enter one email address.')),
  secret: wrongAddress(
    markedText(
      'This email gives access to the order or its tickets, so it can only be sent to the customer and the ticket holders.',
    ),
  ),
  only_for_customer: wrongAddress(
    markedText('The email for the current status is written for the customer, so it cannot go to another address.'),
  ),
  not_elsewhere: wrongAddress(
    markedText('This address does not belong to the order. Only a manager can send the email there.'),
  ),
  no_reason: invalidFields([{ field: 'reason', message: markedText('Please enter a reason.') }]),
});

interface MailCallParts {
  readonly previews: PreviewParts;
  mailParts(tx: Tx): Promise<OrderMailParts>;
}

/** The calls to read the mails about an order as they were sent, and to send them again. */
export function addOrderMailCalls(calls: OfficeCallRegistry, { previews, mailParts }: MailCallParts): void {
  calls.add(contract.orderMail, async ({ code, mail: id }) =>
    previews.db.read(async (tx) => {
      const order = await orderByCode(tx, normalizeReference(code));
      const mail = order && (await mailOfOrder(tx, order.id, id));
      if (!order || !mail || (mail.html === null && mail.draft === null)) return refuse(notFound);
      const html = mail.html ?? composeMail((await previews.looks(tx))(mail.draft!.locale), mail.draft!).html;
      return ok({
        id: mail.id,
        to: mail.recipient,
        subject: mail.subject,
        sent_at: toInstantOrNull(mail.sentAt),
        html: shownMail(html, [order.checksum, ...(await codesOfTickets(tx, order.id))]),
        tickets: mail.attachments.filter(({ kind }) => kind === 'ticket').length,
        carries_secret: carriesSecret(mail),
      });
    }),
  );

  calls.add(contract.orderMails, async ({ code }) =>
    previews.db.read(async (tx) => {
      const found = await sendableMails(tx, normalizeReference(code));
      if (!found) return refuse(notFound);
      return ok({
        mails: found.mails.map((mail) => ({
          id: mail.id,
          to: mail.recipient,
          subject: mail.subject,
          written_at: toInstant(mail.createdAt),
          sent_at: toInstantOrNull(mail.sentAt),
          carries_secret: carriesSecret(mail),
        })),
        addresses: [...found.addresses],
      });
    }),
  );

  calls.add(contract.orderMailAgain, async ({ code: typed, current, mails: chosen, to, reason, preview }, context) => {
    const code = normalizeReference(typed);
    const mails = [...new Set(chosen)];
    const { actor, session } = callerOf(context);
    const elsewhere = hasPermission(session.roles, 'orders.override') ? { reason } : null;
    return previewOrDo(previews, context, preview, {
      request: ['order-mail-again', code, current, mails, to, reason],
      isRepeatable: true,
      orders: async () => [code],
      run: async (inner) => {
        const wanted = { code, current, mails, to, elsewhere, actor, private: context.private };
        const sent = await mailOrderAgain(inner, { mailParts }, wanted, context.now);
        return sent.ok ? ok({}) : refuse(againRefusal(sent.error));
      },
    });
  });
}
