import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { formatMoney } from '#kernel/money.ts';
import { queueMessage, repeatMessage } from './sandbox-callback-store.ts';
import { removeCard } from './sandbox-card-store.ts';
import { type DashboardPayment, dashboardPayments } from './sandbox-dashboard-store.ts';
import { escaped, send } from './sandbox-html.ts';
import { disputePayment, endRefund, refundPayment } from './sandbox-money-store.ts';
import type { SandboxPageOptions } from './sandbox-page.ts';

/** The dashboard's address. Like every page under /dev, it is only for the machine that the shop runs on. */
const DASHBOARD = '/dev/sandbox';
const NEWEST = 50;

const wanted = z.object({
  does: z.enum([
    'refund',
    'refund_done',
    'refund_failed',
    'dispute_open',
    'dispute_money_taken',
    'dispute_won',
    'dispute_lost',
    'card_removed',
    'repeat',
    'foreign',
  ]),
  payment: z.string(),
  id: z.string().optional(),
  amount: z.coerce.number().int().positive().optional(),
});

/**
 * Adds what an operator does on a provider's own pages: refunds, disputes, saved cards, and messages that come twice or
 * are about somebody else's payment.
 */
export function addSandboxDashboard(app: FastifyInstance, options: SandboxPageOptions): void {
  const { db, clock } = options;
  app.register(async (pages) => {
    pages.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(body as string))),
    );

    pages.get(DASHBOARD, async (_request, response) => {
      const payments = await dashboardPayments(db, NEWEST);
      const money = await options.currency();
      const rows = payments.map((payment) => row(payment, money)).join('');
      const table = `<div class="scroll"><table><thead><tr><th>Payment</th><th>State</th><th>Refunds</th><th>Dispute</th><th>Messages</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
      return send(response, 200, 'Payments', payments.length > 0 ? table : '<p>There are no payments yet.</p>', {
        isWide: true,
      });
    });

    pages.post(DASHBOARD, async (request, response) => {
      const parsed = wanted.safeParse(request.body);
      if (!parsed.success) return send(response, 400, 'Payments', '<p>The sandbox does not know this button.</p>');
      const { does, payment, id, amount } = parsed.data;
      const now = clock.now();
      if (does === 'refund' && amount) {
        await refundPayment(db, { key: null, payment: { id: payment }, amount, isDoneAtOnce: true }, now);
      } else if (does === 'refund_done' && id) {
        await endRefund(db, id, { status: 'done' }, now);
      } else if (does === 'refund_failed' && id) {
        await endRefund(db, id, { status: 'failed', reason: 'the account is closed' }, now);
      } else if (does === 'card_removed' && id) {
        await removeCard(db, id, now);
      } else if (does === 'repeat') {
        await repeatMessage(db, payment, now);
      } else if (does === 'foreign') {
        await queueMessage(db, payment, foreignMessage(now), now);
      } else if (does.startsWith('dispute_')) {
        const state = does.slice('dispute_'.length) as 'open' | 'money_taken' | 'won' | 'lost';
        await disputePayment(db, payment, state, now);
      }
      return response.redirect(DASHBOARD, 303);
    });
  });
}

/** A message as if another shop used the same account. */
const foreignMessage = (now: Date) => ({
  reference: `OTHER-${now.getTime().toString(36).toUpperCase()}-1`,
  status: 'paid',
  transaction: `sbx_foreign_${now.getTime()}`,
  amount: 1_234,
  currency: 'EUR',
});

function row(
  payment: DashboardPayment,
  { locale, currencyDigits }: { locale: string; currencyDigits: number },
): string {
  const money = (amount: number) => formatMoney(amount, { locale, currency: payment.currency, currencyDigits });
  const button = (does: string, label: string, id = '') =>
    `<form method="post" action="${DASHBOARD}"><input type="hidden" name="payment" value="${escaped(payment.id)}">
${id && `<input type="hidden" name="id" value="${escaped(id)}">`}<button name="does" value="${does}">${label}</button></form>`;
  const left = payment.amount - payment.refunded;
  const refunds = payment.refunds.map(
    (refund) => `<p>${escaped(money(refund.amount))}: ${escaped(refund.status)}</p>
${refund.status === 'pending' ? button('refund_done', 'Done', refund.id) : ''}
${refund.status === 'failed' ? '' : button('refund_failed', 'Fail', refund.id)}`,
  );
  const newRefund = `<form method="post" action="${DASHBOARD}"><input type="hidden" name="payment" value="${escaped(payment.id)}">
<label>Minor units<input name="amount" type="number" min="1" max="${left}" value="${left}"></label><button name="does" value="refund">Refund</button></form>`;
  const disputes = [
    button('dispute_open', 'Open'),
    button('dispute_money_taken', 'Take the money'),
    button('dispute_won', 'Won'),
    button('dispute_lost', 'Lost'),
  ].join('');
  const isPaid = payment.transaction !== null;
  return `<tr><td><strong>${escaped(money(payment.amount))}</strong><br>${escaped(payment.merchantReference)}</td>
<td data-of="State">${escaped(payment.status)}${payment.card ? `<p>${escaped(payment.card.label)}</p>${payment.card.isUsable ? button('card_removed', 'Remove the card', payment.card.id) : '<p>removed</p>'}` : ''}</td>
<td data-of="Refunds">${refunds.join('')}${isPaid && left > 0 ? newRefund : ''}</td>
<td data-of="Dispute">${payment.dispute ? `<p>${escaped(payment.dispute)}</p>` : ''}${isPaid ? disputes : ''}</td>
<td data-of="Messages">${button('repeat', 'Send the last again')}${button('foreign', 'Send one of another shop')}</td></tr>`;
}
