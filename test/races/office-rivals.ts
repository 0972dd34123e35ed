import { applyDispute } from '#features/disputes/server/public.ts';
import { takeBackRequests } from '#features/refunds/server/public.ts';
import { bankOnWire } from '#features/refunds/testing.ts';
import { erasePerson } from '#features/retention/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import type { Rival, Situation } from '../office/support/office-action.ts';
import { dayLater } from '../office/support/plan-actions.ts';
import {
  askForRefund,
  newName,
  newNumber,
  type OfficeShop,
  receiveTransfer,
  ticketsOf,
} from '../office/support/situations.ts';
import type { OfficePerson } from '../support/office-people.ts';
import { pressAt } from '../support/purchase.ts';
import type { Answer } from '../support/shop-app.ts';

/* Rivals that interfere while a member of staff acts. */

/** Acts, and returns whether it worked as far as the rival knows. */
type Turn = () => Promise<boolean>;

export const wasDone = ({ status, body }: Pick<Answer, 'status' | 'body'>): boolean => {
  if (status >= 500) throw new Error(`${status} ${JSON.stringify(body)}`);
  if (status !== 200 && !body.message) throw new Error(`A refusal without a message: ${JSON.stringify(body)}`);
  // Some calls do or refuse each row separately. The rows of other calls have no refusal.
  return status === 200 && !body.rows?.some(({ refusal }: { refusal?: string | null }) => typeof refusal === 'string');
};

/** Previews and confirms in one go. */
async function press(person: OfficePerson, name: string, body: object): Promise<boolean> {
  const seen = await person.browser.call(name, body);
  if (!wasDone(seen)) return false;
  return wasDone(await person.browser.call(name, { ...body, preview: seen.body.preview }));
}

/** Prepares what a rival will do. The returned function does it. */
export async function rivalOf(shop: OfficeShop, rival: Rival, situation: Situation): Promise<Turn> {
  const { app, mila: token, colleague, operator } = shop;
  const { order, refund, receipt, file, run } = situation;
  const part = () => order!.payments.at(-1)!.reference;
  const customer = async (name: string, body: object) =>
    wasDone(await app.call(name, { token, data: 'none', ...body }));
  const opensPage = (): Promise<Answer> => {
    const { code, checksum } = order!;
    return app.call('pay-payment-plan-order-payment', { data: 'none', order: code, checksum, reference: part() });
  };
  const turns: Readonly<Record<Rival, () => Promise<Turn>>> = {
    'the customer pays at the open page': async () => async () => {
      await pressAt(app, situation.url!, 'paid');
      return true;
    },
    'the customer pays by a link': async () => async () => {
      const started = await opensPage();
      if (!wasDone(started) || !started.body.payment) return false;
      await pressAt(app, started.body.payment.url, 'paid');
      return true;
    },
    'the customer opens a payment page': async () => async () => wasDone(await opensPage()),
    'the customer waits for a transfer instead': async () => () => {
      const { code, checksum, payments } = order!;
      return customer('switch-to-bank-transfer', { order: code, checksum, reference: payments[0]!.reference });
    },
    'the customer asks for a refund': async () => async () => wasDone(await askForRefund(shop, order!)),
    'the customer gives the account': async () => () =>
      customer('give-refund-account', { refund_id: refund, ...bankOnWire, password: '' }),
    'the customer withdraws the request': async () => () => customer('cancel-refund', { refund_id: refund }),
    'the customer changes the holder': async () => {
      const [ticket] = await ticketsOf(shop, order!);
      const holder = { full_name: newName('Eva'), email: 'eva@example.org', age: '25-34' };
      const request = { order_id: order!.code, code: ticket!.code, ...holder, reassign: false, note: '' };
      return () => customer('change-ticket', request);
    },
    'the customer takes the last seat': async () => {
      const request = { external_code: 'coach-amsterdam', email: 'holder@example.org', age: null };
      const holder = { full_name: newName('Holder'), transport_time_id: String(situation.departure) };
      return () => customer('add-product-to-cart', { ...request, ...holder });
    },
    'the customer checks out': async () => async () => wasDone(await situation.checkOut!()),
    'the customer removes the card': async () => () => customer('remove-saved-card', { order: order!.code }),
    'the customer is deleted': async () => {
      const hashOfRecipient = () => Buffer.alloc(32);
      const { email } = (await app.db.row<{ email: string }>(
        'select customer_email as email from orders where code = $1',
        [order!.code],
      ))!;
      const wanted = { email, alsoValidTickets: true, actor: commandLine('tester') };
      return async () => (await erasePerson({ db: app.db, hashOfRecipient }, wanted, app.clock.now())).ok;
    },
    'a transfer arrives': async () => async () => {
      await receiveTransfer(shop, order!.code, order!.total_price);
      return true;
    },
    'the payer disputes': async () => {
      const row = await app.db.row<{ transaction: string }>(
        `select r.transaction from receipts r join orders o on o.id = r.order_id
         where o.code = $1 and r.source = 'sandbox'`,
        [order!.code],
      );
      const parts = { db: app.db, money: operator.parts.money, currency: async () => 'EUR', takeBackRequests };
      const fact = {
        ...({ about: 'dispute', id: `dp-${newNumber()}`, state: 'money_taken', reason: 'fraudulent' } as const),
        ...{ amount: order!.total_price, currency: 'EUR', answerBy: '2026-12-01T12:00:00.000Z', ...row! },
      };
      return async () => {
        await applyDispute(parts, 'sandbox', fact, app.clock.now());
        return true;
      };
    },
    'the provider repeats its message': async () => async () => {
      await situation.repeatMessage!();
      return true;
    },
    'due work continues': async () => async () => {
      await app.settle();
      return true;
    },
    'a colleague cancels': async () => () => press(colleague, 'order-cancel', { code: order!.code, reason: '' }),
    'a colleague refunds': async () => {
      const { items } = await colleague.browser.done('refund-to-create', { code: order!.code });
      const lines = items.map(({ line }: { line: number }) => line);
      const request = { code: order!.code, lines, fees: 'kept', shipping: null, amount: null, to: 'bank' };
      return () => press(colleague, 'refund-create', { ...request, reason: 'Rain.' });
    },
    'a colleague books the money': async () => {
      const { code, total_price: amount } = order!;
      const record = { reference: code, amount, transaction: `office-${newNumber()}`, day: '' };
      return receipt === undefined
        ? () => press(colleague, 'payment-record', record)
        : () => press(colleague, 'receipt-assign', { receipt, to: code });
    },
    'a colleague approves': async () => async () =>
      wasDone(await colleague.browser.call('transfer-file-approve', { file })),
    'a colleague cancels the file': async () => async () =>
      wasDone(await colleague.browser.call('transfer-file-cancel', { file })),
    'a colleague marks it as paid': async () => () =>
      press(colleague, 'refund-paid', { code: refund, number: `paid-${newNumber()}` }),
    'a colleague marks it as returned': async () => () =>
      press(colleague, 'refund-returned', { code: refund, note: 'Account closed.' }),
    'a colleague starts the refund': async () => () => press(colleague, 'refund-start', { code: refund }),
    'a colleague refuses the refund': async () => () =>
      press(colleague, 'refund-refuse', { code: refund, reason: 'Too late.' }),
    'a colleague retries it': async () => () =>
      press(colleague, 'refund-movement-retry', { movement: `${refund}-M1`, by_bank: true }),
    'a colleague changes the holder': async () => {
      const holder = { full_name: newName('Ana'), email: 'ana@example.org', age: '25-34' };
      const change = { order: order!.code, position: 1, generation: 1, ...holder, beyond_limits: false, reason: '' };
      return () => press(colleague, 'ticket-holder-change', change);
    },
    'a colleague revives': async () => () => press(colleague, 'order-revive', { code: order!.code }),
    'a colleague moves the part': async () => () =>
      press(colleague, 'instalment-move', { reference: part(), day: dayLater(order!, 12), moves_later: false }),
    'a colleague splits the part': async () => () =>
      press(colleague, 'instalment-split', {
        ...{ reference: part(), amount: 1_500, first_day: '', second_day: dayLater(order!, 12) },
      }),
    'a colleague waives the part': async () => () =>
      press(colleague, 'instalment-waive', { reference: part(), amount: 500, reason: 'Rain.' }),
    'a colleague mails the link': async () => () => press(colleague, 'instalment-mail-link', { reference: part() }),
    'a colleague undoes the change': async () => () =>
      press(colleague, 'plan-change-undo', { code: order!.code, change: situation.change }),
    'a colleague ignores the line': async () => async () =>
      wasDone(await colleague.browser.call('statement-ignore', { ...situation.line, reason: 'Not ours.' })),
    'a colleague discards the statement': async () => async () =>
      wasDone(await colleague.browser.call('statement-discard', { import: situation.line!.import })),
    'a colleague stops': async () => async () =>
      wasDone(await colleague.browser.call('bulk-stop', { run, stop: true })),
    'a colleague invites them to another role': async () => async () =>
      wasDone(await colleague.browser.call('staff-invite', { ...situation.body, roles: ['finance'] })),
    'a colleague withdraws the invitation': async () => async () => {
      const { email } = situation.body as { email: string };
      const invited = await app.db.row<{ id: number }>('select id from staff where email = $1', [email]);
      return (
        invited !== undefined && wasDone(await colleague.browser.call('staff-invite-withdraw', { id: invited.id }))
      );
    },
  };
  return await turns[rival]();
}
