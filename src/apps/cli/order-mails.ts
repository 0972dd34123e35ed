import {
  type MailOrderAgainRefusal,
  mailOrderAgain,
  type OrderMailKind,
  sendableMails,
} from '#features/desk/server/public.ts';
import { normalizeReference } from '#features/orders/domain/transfer-reference.ts';
import { type Command, print, printRefusal, UsageProblem } from './command.ts';
import { type RefusalTexts, refusalText } from './refusal-texts.ts';
import { plain, tableText } from './table.ts';
import { momentText } from './values.ts';
import { actorHelp, actorOption, withOperator } from './with-operator.ts';
import { readWords, wholeNumber } from './words.ts';

const mailTexts: Record<OrderMailKind, string> = {
  'order-received': 'what was ordered, and how to pay',
  'payment-received': 'payment received, with the tickets that can be used',
  'order-cancelled': 'order cancelled',
  'order-abandoned': 'order abandoned',
  'terms-to-accept': 'the Terms and Conditions to accept',
};

const resendTexts: RefusalTexts<MailOrderAgainRefusal, [code: string]> = {
  unknown_order: (_, code) => `There is no order ${code}.`,
  unknown_mail: (_, code) => `Order ${code} has no such email; see "orders emails".`,
  wiped: () => 'The email was deleted at the end of its retention period.',
  no_address: () => '--to must be one email address.',
  secret: () =>
    'The email gives access to the order or its tickets, so it can only be sent to the customer and the ticket holders.',
  only_for_customer: () => '--to is only for emails chosen with --email.',
  not_elsewhere: () => 'The address does not belong to the order.',
  no_reason: () => 'The address does not belong to the order, so --reason must say why it gets the email.',
};

export const mailsCommand: Command = {
  name: 'orders emails',
  takes: '<order>',
  does: 'List the latest emails about an order that can be sent again.',
  options: [],
  async run(words) {
    const { positionals } = readWords(words, { takes: ['The order'] });
    const code = normalizeReference(positionals[0]!);
    return await withOperator(undefined, async ({ db, shop }) => {
      const found = await sendableMails(db, code);
      if (!found) return printRefusal(resendTexts.unknown_order({ kind: 'unknown_order' }, code));
      if (found.mails.length === 0) print('No email about this order can be sent again.');
      else
        print(
          tableText(
            found.mails.map(({ id, createdAt, recipient, subject }) => [
              String(id),
              momentText(createdAt, shop),
              plain(recipient),
              plain(subject),
            ]),
            [0],
          ),
        );
      return 0;
    });
  },
};

export const resendCommand: Command = {
  name: 'orders resend',
  takes: '<order> [--email NUMBER]... [--to ADDRESS] [--reason TEXT]',
  does: 'Email the customer the current state of the order again: how to pay, the tickets or the Terms and Conditions to accept. With --email, send earlier emails again, word for word.',
  options: [
    ['--email NUMBER', 'An email that "orders emails" lists. Can be repeated.'],
    ['--to ADDRESS', 'Another address for these emails.'],
    ['--reason TEXT', 'Why an address that does not belong to the order gets them; for the audit log.'],
    actorHelp,
  ],
  async run(words) {
    const { values, positionals } = readWords(words, {
      options: {
        ...actorOption,
        email: { type: 'string', multiple: true },
        to: { type: 'string' },
        reason: { type: 'string' },
      },
      takes: ['The order'],
    });
    const code = normalizeReference(positionals[0]!);
    const mails = [...new Set(values.email?.map((text) => wholeNumber(text, '--email')!))];
    const reason = values.reason?.trim() ?? '';
    if (reason.length > 2_000) throw new UsageProblem('--reason may have up to 2,000 characters.');
    return await withOperator(values.as, async ({ db, parts, actor, now }) => {
      const wanted = { code, mails, to: values.to?.trim() ?? '', elsewhere: { reason }, actor };
      const sent = await mailOrderAgain(db, parts, wanted, now);
      if (!sent.ok) return printRefusal(refusalText(resendTexts, sent.error, code));
      const { kinds, recipients } = sent.value;
      const emails = kinds.length === 1 ? 'One email' : `${kinds.length} emails`;
      const to = recipients.map(plain).join(', ');
      if (mails.length > 0) print(`${emails} will be sent again to ${to}.`);
      else
        print(`${emails} will be sent to ${to}: ${kinds.map((kind) => mailTexts[kind as OrderMailKind]).join(', ')}.`);
      return 0;
    });
  },
};
