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

/** The sandbox's hosted page: plain HTML without scripts, styled so that nobody takes it for a page of the shop. */
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

const buttons: [outcome: string, label: string, hint: string][] = [
  ['paid', 'Pay', 'the money arrives at once'],
  ['delayed', 'Pay, delayed', 'the money arrives after a minute'],
  ['lost', 'Pay, message lost', 'paid, but the notification is lost, so the shop has to ask'],
  ['declined', 'Decline', 'the bank says no'],
  ['cancelled', 'Cancel', 'the customer goes back'],
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
  const choices = buttons
    .map(
      ([outcome, label, hint]) =>
        `<li><button type="submit" name="outcome" value="${outcome}" aria-describedby="hint-${outcome}">${label}</button>
<span id="hint-${outcome}">${hint}</span></li>`,
    )
    .join('');
  return `${facts}<p>No card is needed and no money moves. Choose the outcome of this payment.</p>
<form method="post" action="${SANDBOX_PATH}/pay/${escaped(payment.id)}"><ul>${choices}</ul></form>`;
}

const css = `:root{color-scheme:light dark}*{box-sizing:border-box}body{margin:0;min-height:100vh;background:#e8ecf3;color:#16202e;
font:16px/1.5 ui-monospace,"DejaVu Sans Mono",Menlo,monospace}main{max-width:32rem;margin:0 auto;padding:2.5rem 1rem}
.card{background:#fff;border:2px solid #16202e;padding:1.5rem}h1{font-size:1.25rem;margin:0 0 .25rem}
.note{margin:0 0 1.25rem;color:#455067}.amount{font-size:2rem;font-weight:700;margin:0}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem;margin:1rem 0}dt{color:#455067}dd{margin:0;overflow-wrap:anywhere}
ul{list-style:none;margin:1.25rem 0 0;padding:0;display:grid;gap:.75rem}li{display:grid;gap:.15rem}
button{font:inherit;font-weight:700;min-height:48px;border:2px solid #16202e;background:#fff;color:#16202e;cursor:pointer}
li:first-child button{background:#16202e;color:#fff}button:hover{text-decoration:underline}
button:focus-visible,a:focus-visible{outline:3px solid #b3261e;outline-offset:2px}li span{font-size:.8125rem;color:#455067}a{color:#0b4a8f}
@media (prefers-color-scheme:dark){body{background:#0f151e;color:#e8ecf3}.card{background:#1a2331;border-color:#8b98ad}
.note,dt,li span{color:#b4bfd0}button{background:#1a2331;color:#e8ecf3;border-color:#8b98ad}li:first-child button{background:#e8ecf3;color:#16202e}
button:focus-visible,a:focus-visible{outline-color:#ffb84d}a{color:#9cc7ff}}`;
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
<body><main><div class="card"><h1>Sandbox gateway</h1><p class="note">A stand-in for a payment provider, for testing.</p>${body}</div></main></body></html>`);
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
