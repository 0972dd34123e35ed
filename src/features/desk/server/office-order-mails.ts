import { normalizeReference } from '#features/orders/domain/transfer-reference.ts';
import { orderByCode } from '#features/orders/server/public.ts';
import { type PreviewParts, previewOrDo } from '#features/previews/server/public.ts';
import { callerOf, type OfficeCallRegistry } from '#features/staff/server/public.ts';
import { codesOfTickets } from '#features/tickets/server/public.ts';
import { markedText } from '#kernel/language.ts';
import { ok, refuse } from '#kernel/result.ts';
import { conflict, httpRefusals, invalidFields, notFound } from '#platform/http/refusal.ts';
import { composeMail } from '#platform/mail/layout.ts';
import { mailOfOrder } from '#platform/mail/outbox-store.ts';
import { carriesSecret, shownMail } from '#platform/mail/shown-mail.ts';
import { toInstantOrNull } from '#wire/fields.ts';
import * as contract from '../office-contract/mails.ts';
import { type SendMailAgainRefusal, sendMailAgain } from './send-mail-again.ts';

const againRefusal = httpRefusals<SendMailAgainRefusal>({
  unknown_mail: notFound,
  wiped: conflict(markedText('This email was deleted at the end of its retention period, so it cannot be sent again.')),
  no_address: invalidFields([{ field: 'to', message: markedText('Please enter one email address.') }]),
  secret: invalidFields([
    {
      field: 'to',
      message: markedText(
        'This email opens the order or its tickets, so it can only be sent to the customer and the ticket holders.',
      ),
    },
  ]),
});

/** The calls to read a mail about an order as it was sent, and to send it again. */
export function addOrderMailCalls(calls: OfficeCallRegistry, previews: PreviewParts): void {
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

  calls.add(contract.mailSendAgain, async ({ code: typed, mail, to, preview }, context) => {
    const code = normalizeReference(typed);
    return previewOrDo(previews, context, preview, {
      request: ['mail-send-again', code, mail, to],
      isRepeatable: true,
      orders: async () => [code],
      run: async (inner) => {
        const request = { code, mailId: mail, to, actor: callerOf(context).actor, private: context.private };
        const sent = await sendMailAgain({ db: inner }, request, context.now);
        return sent.ok ? ok({}) : refuse(againRefusal(sent.error));
      },
    });
  });
}
