import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { formatMoney } from '#kernel/money.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/db/db.ts';
import { SANDBOX_PATH } from './sandbox-gateway.ts';
import { paramsAreSigned } from './sandbox-signature.ts';
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
  signature: z.string(),
});

/** Plain HTML without scripts, styled so that nobody takes it for a page of the shop. */
export function addSandboxPages(app: FastifyInstance, options: SandboxPageOptions): void {
  const { db, clock, key } = options;

  app.register(async (pages) => {
    pages.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(body as string))),
    );

    pages.post(`${SANDBOX_PATH}/pay`, async (request, response) => {
      const params = submitted.safeParse(request.body);
      if (!params.success || !paramsAreSigned(key, request.body as Record<string, string>)) {
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
        },
        clock.now(),
      );
      return response.redirect(`${SANDBOX_PATH}/pay/${payment.id}`, 303);
    });

    pages.get<{ Params: { id: string } }>(`${SANDBOX_PATH}/pay/:id`, async (request, response) => {
      const known = await paymentById(db, request.params.id);
      if (!known) return notThere(response);
      const payment = (await expirePayment(db, known.merchant_reference, clock.now())) as SandboxPayment;
      return send(response, 200, 'Sandbox payment', await paymentPage(payment, options));
    });

    pages.post<{ Params: { id: string } }>(`${SANDBOX_PATH}/pay/:id`, async (request, response) => {
      const outcome = (request.body as Record<string, string> | undefined)?.outcome;
      if (!isOutcome(outcome)) {
        return send(response, 400, 'Payment', '<p>Please choose one of the outcomes.</p>');
      }
      const payment = await decide(db, request.params.id, outcome, clock.now());
      if (!payment) return notThere(response);
      return response.redirect(payment.return_url, 303);
    });
  });
}

const notThere = (response: FastifyReply) => send(response, 404, 'Payment', '<p>There is no such payment.</p>');

/** Besides Pay and Cancel. */
const testOutcomes: [outcome: string, label: string, hint: string][] = [
  ['delayed', 'Pay, delayed', 'The money arrives after a minute.'],
  ['lost', 'Pay, message lost', 'Paid, but the notification is lost, so the shop has to ask.'],
  ['declined', 'Decline', 'The bank refuses the payment.'],
];

async function paymentPage(payment: SandboxPayment, options: SandboxPageOptions): Promise<string> {
  const { locale, currencyDigits } = await options.currency();
  const amount = formatMoney(payment.amount, { locale, currency: payment.currency, currencyDigits });
  const facts = `<p class="amount">${escaped(amount)}</p>
<dl><dt>For</dt><dd>${escaped(payment.description)}</dd><dt>Reference</dt><dd>${escaped(payment.merchant_reference)}</dd></dl>`;
  if (payment.status !== 'open') {
    return `${facts}<p>This payment is finished: ${escaped(payment.status)}.</p>
<p><a href="${escaped(payment.return_url)}">Back to the shop</a></p>`;
  }
  const button = (outcome: string, label: string) =>
    `<button type="submit" name="outcome" value="${outcome}" aria-describedby="hint-${outcome}">${label}</button>`;
  const others = testOutcomes
    .map(([outcome, label, hint]) => `<li>${button(outcome, label)}<span id="hint-${outcome}">${hint}</span></li>`)
    .join('');
  return `${facts}<form method="post" action="${SANDBOX_PATH}/pay/${escaped(payment.id)}">
<p class="main">${button('paid', 'Pay')}</p><p class="note" id="hint-paid">No card is needed, and no money moves.</p>
<p>${button('cancelled', 'Cancel')}</p><p class="note" id="hint-cancelled">Back to the shop without paying.</p>
<details><summary>Test outcomes</summary><ul>${others}</ul></details></form>`;
}

const css = `:root{color-scheme:light dark;--ink:#1d2433;--note:#566074;--line:#c3cad6;--card:#fff;--back:#eef1f6;--main:#24407a;--on:#fff}
@media (prefers-color-scheme:dark){:root{--ink:#e9edf5;--note:#b0b9ca;--line:#566074;--card:#1b2230;--back:#11161f;--main:#a9c3ff;--on:#10192c}}
*{box-sizing:border-box}body{margin:0;min-height:100vh;background:var(--back);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:27rem;margin:0 auto;padding:2.5rem 1rem}.card{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:1.5rem}
h1{display:flex;gap:.5rem;align-items:center;font-size:1.0625rem;margin:0}h1 svg{flex:none}.note{margin:.25rem 0 1.25rem;font-size:.875rem;color:var(--note)}
.amount{font-size:2.25rem;font-weight:700;margin:0;font-variant-numeric:tabular-nums}form>p{margin:0}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem;margin:1rem 0 1.5rem}dt{color:var(--note)}dd{margin:0;overflow-wrap:anywhere}
button{width:100%;min-height:48px;font:inherit;font-weight:600;border:1px solid var(--line);border-radius:10px;background:none;color:inherit;cursor:pointer}
.main button{border-color:var(--main);background:var(--main);color:var(--on)}button:hover{text-decoration:underline}
summary{min-height:44px;padding:.6rem 0;cursor:pointer}ul{list-style:none;margin:.5rem 0 0;padding:0;display:grid;gap:.75rem}
li{display:grid;gap:.25rem}li span{font-size:.875rem;color:var(--note)}a{color:inherit}
:is(button,a,summary):focus-visible{outline:3px solid var(--ink);outline-offset:2px}`;
const cssHash = createHash('sha256').update(css).digest('base64');

function send(response: FastifyReply, status: number, title: string, body: string): FastifyReply {
  // No form-action: the page posts to itself, and browsers also apply the directive to the redirect to the shop's
  // return address.
  response.header(
    'content-security-policy',
    `default-src 'none'; style-src 'sha256-${cssHash}'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'`,
  );
  response.header('referrer-policy', 'no-referrer').header('cache-control', 'no-store');
  return response
    .code(status)
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${escaped(title)} · Sandbox gateway</title><style>${css}</style></head>
<body><main><div class="card"><h1>${LOCK}Sandbox gateway</h1><p class="note">A stand-in for a payment provider, for testing.</p>${body}</div></main></body></html>`);
}

const LOCK = `<svg width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true">
<rect x="4" y="10" width="16" height="11" rx="2"/><path d="M8 10V7a4 4 0 0 1 8 0v3"/></svg>`;

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
