import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { formatMoney } from '#kernel/money.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/db/db.ts';
import { isCardBehaviour } from './sandbox-card-store.ts';
import { areParamsSigned } from './sandbox-form-signature.ts';
import { SANDBOX_PATH } from './sandbox-gateway.ts';
import { escaped, send } from './sandbox-html.ts';
import { decide, expirePayment, isOutcome, openPayment, paymentById, type SandboxPayment } from './sandbox-store.ts';

export interface SandboxPageOptions {
  db: Db;
  clock: Clock;
  key: Buffer;
  currency(): Promise<{ locale: string; currencyDigits: number }>;
}

const submitted = z.object({
  reference: z.string().min(1).max(36),
  amount: z.coerce.number().int().positive(),
  currency: z.string().length(3),
  description: z.string().max(200),
  return_url: z.url(),
  callback_url: z.url(),
  expires_at: z.iso.datetime(),
  customer: z.string().max(100),
  save_card: z.enum(['0', '1']),
  signature: z.string(),
});

export function addSandboxPages(app: FastifyInstance, options: SandboxPageOptions): void {
  const { db, clock, key } = options;

  app.register(async (pages) => {
    pages.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(body as string))),
    );

    pages.post(`${SANDBOX_PATH}/pay`, async (request, response) => {
      const params = submitted.safeParse(request.body);
      if (!params.success || !areParamsSigned(key, request.body as Record<string, string>)) {
        return send(response, 400, 'Payment refused', '<p>This payment was not signed by the shop.</p>');
      }
      const payment = await openPayment(
        db,
        {
          reference: params.data.reference,
          amount: params.data.amount,
          currency: params.data.currency,
          description: params.data.description,
          returnUrl: params.data.return_url,
          callbackUrl: params.data.callback_url,
          expiresAt: new Date(params.data.expires_at),
          customer: params.data.customer,
          savesCard: params.data.save_card === '1',
        },
        clock.now(),
      );
      return response.redirect(`${SANDBOX_PATH}/pay/${payment.id}`, 303);
    });

    pages.get<{ Params: { id: string } }>(`${SANDBOX_PATH}/pay/:id`, async (request, response) => {
      const known = await paymentById(db, request.params.id);
      if (!known) return sendUnknownPayment(response);
      const payment = (await expirePayment(db, known.merchantReference, clock.now())) as SandboxPayment;
      return send(response, 200, 'Sandbox payment', await paymentPage(payment, options));
    });

    pages.post<{ Params: { id: string } }>(`${SANDBOX_PATH}/pay/:id`, async (request, response) => {
      const { outcome, card = 'pays' } = (request.body ?? {}) as Record<string, string>;
      if (!isOutcome(outcome) || !isCardBehaviour(card)) {
        return send(response, 400, 'Payment', '<p>Please choose one of the outcomes.</p>');
      }
      const payment = await decide(db, request.params.id, outcome, clock.now(), card);
      if (!payment) return sendUnknownPayment(response);
      return response.redirect(payment.returnUrl, 303);
    });
  });
}

const sendUnknownPayment = (response: FastifyReply) =>
  send(response, 404, 'Payment', '<p>There is no such payment.</p>');

/** The buttons besides Pay and Cancel. */
const testOutcomes: [outcome: string, label: string, hint: string][] = [
  ['delayed', 'Pay, delayed', 'The money arrives after a minute.'],
  ['lost', 'Pay, message lost', 'Paid, but the notification is lost, so the shop has to ask.'],
  ['declined', 'Decline', 'The bank refuses the payment: insufficient funds.'],
];

const CARD_TO_SAVE = `<p class="note">The shop asks to save the card for later instalments.</p>
<label for="card">Card to save</label><select id="card" name="card"><option value="pays">4242: later charges succeed</option>
<option value="declines">0002: later charges are declined</option><option value="needs_customer">3220: the bank wants a confirmation</option></select>`;

/** Escapes a text and keeps each code in it, such as `SLK-2H9C4T`, on one line. */
export const withWholeCodes = (text: string): string =>
  escaped(text).replace(/\w+(?:-\w+)+/g, (code) => `<span class="code">${code}</span>`);

async function paymentPage(payment: SandboxPayment, options: SandboxPageOptions): Promise<string> {
  const { locale, currencyDigits } = await options.currency();
  const amount = formatMoney(payment.amount, { locale, currency: payment.currency, currencyDigits });
  const facts = `<p class="amount">${escaped(amount)}</p>
<dl><dt>For</dt><dd>${withWholeCodes(payment.description)}</dd><dt>Reference</dt><dd>${withWholeCodes(payment.merchantReference)}</dd></dl>`;
  if (payment.status !== 'open') {
    return `${facts}<p>This payment is finished: ${escaped(payment.status)}.</p>
<p><a href="${escaped(payment.returnUrl)}">Back to the shop</a></p>`;
  }
  const button = (outcome: string, label: string) =>
    `<button type="submit" name="outcome" value="${outcome}" aria-describedby="hint-${outcome}">${label}</button>`;
  const others = testOutcomes
    .map(([outcome, label, hint]) => `<li>${button(outcome, label)}<span id="hint-${outcome}">${hint}</span></li>`)
    .join('');
  return `${facts}<form method="post" action="${SANDBOX_PATH}/pay/${escaped(payment.id)}">${payment.savesCard ? CARD_TO_SAVE : ''}
<p class="main">${button('paid', 'Pay')}</p><p class="note" id="hint-paid">No card is needed, and no money moves.</p>
<p>${button('cancelled', 'Cancel')}</p><p class="note" id="hint-cancelled">Back to the shop without paying.</p>
<details><summary>Test outcomes</summary><ul>${others}</ul></details></form>`;
}
