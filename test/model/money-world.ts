import { createCustomerWithPassword } from '#features/customers/server/public.ts';
import type { ChargeUpdate, PaymentGateway } from '#features/payments/server/gateway.ts';
import { endRefund } from '#features/payments/server/sandbox/sandbox-money-store.ts';
import { sharedPasswords } from '#platform/secrets/passwords.ts';
import { dropDatabase, givenCopyOf } from '../support/database.ts';
import { type Operator, operatorOf } from '../support/operator.ts';
import { givenShopApp, type ShopApp } from '../support/shop-app.ts';
import { MINUTE, type MoneyModel, refundedOf } from './money-model.ts';

/** What the provider will do with the next refund. */
type RefundOutcome = 'at once' | 'later' | 'refused';

interface Provider {
  /** Whether nobody can reach it. Its messages still arrive. */
  isDown: boolean;
  nextRefund: RefundOutcome;
  /** Calls whose next answer is lost after its effect. */
  lost: Set<'start' | 'close' | 'refund' | 'charge'>;
  /** The references of all charges that were requested. */
  readonly charges: Set<string>;
}

export interface MoneyWorld {
  readonly app: ShopApp;
  readonly operator: Operator;
  readonly provider: Provider;
  readonly model: MoneyModel;
  readonly tokens: readonly string[];
  /** Renews the logins, which expire, and even earlier need the password again. */
  stayLoggedIn(): Promise<void>;
  close(): Promise<void>;
}

export interface MoneyWorlds {
  next(modelAt: (now: Date) => MoneyModel): Promise<MoneyWorld>;
  close(): Promise<void>;
}

const PASSWORD = 'a-long-password-of-mine';
const people = [
  { email: 'ada@example.org', fullName: 'Ada Lovelace' },
  { email: 'ivo@example.org', fullName: 'Ivo Bakker' },
];

/** Prepares a shop once, in which refunds may go to the card. Every walk gets a copy. */
export async function givenMoneyWorlds(): Promise<MoneyWorlds> {
  const first = await givenShopApp();
  const original = first.database;
  for (const { email, fullName } of people) {
    await createCustomerWithPassword(
      first.db,
      { email, fullName, password: PASSWORD },
      sharedPasswords(),
      first.clock.now(),
    );
  }
  const tokens: string[] = [];
  for (const { email } of people) {
    tokens.push((await first.call('login', { email, password: PASSWORD })).body.remember_token);
  }
  await first.db.run(
    `update shop_state
     set config = jsonb_set(config, '{private,refundWay}', '"ask"'), version = version + 1`,
  );
  await first.settle();
  await first.close({ keepDatabase: true });

  return {
    async next(modelAt) {
      const provider: Provider = { isDown: false, nextRefund: 'at once', lost: new Set(), charges: new Set() };
      const found: { world?: MoneyWorld } = {};
      const app = await givenShopApp(
        { sandboxModes: { closes: true, sessionMinutes: 0, refunds: 'pending' } },
        { database: await givenCopyOf(original), standIn: (sandbox) => watched(sandbox, provider, () => found.world!) },
      );
      const operator = operatorOf(app);
      // Refunds are planned with the shop's own gateways.
      const parts = { ...operator.parts, refunds: { ...operator.parts.refunds, gateways: app.gateways } };
      const world: MoneyWorld = {
        app,
        operator: { ...operator, parts, orders: { ...operator.orders, gateways: app.gateways } },
        provider,
        model: modelAt(app.clock.now()),
        tokens,
        async stayLoggedIn() {
          await app.db.run('delete from rate_limits');
          await app.db.run('update login_tokens set created_at = $1, last_used_at = $1, proved_at = $1', [
            app.clock.now(),
          ]);
        },
        close: () => app.close(),
      };
      found.world = world;
      return world;
    },
    close: () => dropDatabase(original),
  };
}

/** Makes the sandbox do what the walk wants. Records what the shop requests, and what moved. */
function watched(sandbox: PaymentGateway, provider: Provider, world: () => MoneyWorld): PaymentGateway {
  const reach = async <T>(call: () => Promise<T>, name?: 'start' | 'close' | 'refund' | 'charge'): Promise<T> => {
    if (provider.isDown) throw new Error('the provider is down');
    const answer = await call();
    if (name && provider.lost.delete(name)) throw new Error('the answer was lost');
    return answer;
  };
  return {
    ...sandbox,
    start: (request, now) => reach(() => sandbox.start(request, now), 'start'),
    status: (attempt, now) => reach(() => sandbox.status(attempt, now)),
    close: (attempt, now) => reach(() => sandbox.close(attempt, now), 'close'),
    inquire: (inquiry, now) => reach(() => sandbox.inquire(inquiry, now)),
    forget: (method, now) => reach(() => sandbox.forget!(method, now)),
    refundStatus: (refund, now) => reach(() => sandbox.refundStatus(refund, now)),
    refund: (request, now) =>
      reach(async () => {
        const { model, app } = world();
        const { key, transaction, amount } = request;
        const row = await app.db.row<{ reference: string }>(
          'select merchant_reference as reference from sandbox_payments where transaction = $1',
          [transaction],
        );
        const payment = model.payments.find(({ reference }) => reference === row?.reference);
        if (!payment) {
          model.breaches.push(`${key}: nobody paid ${transaction}`);
          return sandbox.refund(request, now);
        }
        const known = payment.refunds.get(key);
        if (known && known.amount !== amount) model.breaches.push(`${key} is requested with two amounts`);
        if (provider.nextRefund === 'refused' && !known) {
          provider.nextRefund = 'at once';
          return { refund: null, update: { status: 'failed', reason: 'the card is closed' } };
        }
        const isAtOnce = provider.nextRefund === 'at once';
        if (!known) provider.nextRefund = 'at once';
        const held = payment.dispute && payment.dispute.state !== 'won' ? payment.dispute.amount : 0;
        const isTooMuch = amount > payment.amount - refundedOf(payment) - held;
        if (!known && !isTooMuch) payment.refunds.set(key, { amount, byShop: true, hasFailed: false });
        const answer = await sandbox.refund(request, now);
        if (!known && (answer.update.status === 'failed') !== isTooMuch) {
          model.breaches.push(`${key}: ${JSON.stringify(answer.update)}`);
        }
        if (answer.update.status !== 'pending' || !isAtOnce) return answer;
        await endRefund(app.db, answer.refund!, { status: 'done' }, now);
        return { ...answer, update: { status: 'done' } };
      }, 'refund'),
    charge: (request, now) =>
      reach(async () => {
        const { model } = world();
        const { reference, amount } = request;
        const order = model.orderOf(reference)!;
        const card = order.cards.get(request.method.id);
        const isRepeated = provider.charges.has(reference);
        for (const why of whyNotCharge(world(), reference, amount, now)) {
          model.breaches.push(`charge ${reference}: ${why}`);
        }
        provider.charges.add(reference);
        const update: ChargeUpdate = await sandbox.charge!(request, now);
        if (update.status === 'paid' && !model.hasPaid(reference)) model.recordPayment(order, reference, amount);
        const wanted =
          card === undefined || card.isRemoved
            ? 'declined'
            : { pays: 'paid', declines: 'declined', needs_customer: 'needs_customer' }[card.behaviour];
        if (!isRepeated && update.status !== wanted) {
          model.breaches.push(`charge ${reference}: ${update.status}, not ${wanted}`);
        }
        return update;
      }, 'charge'),
  };
}

/** Returns the rules that a charge breaks: no consent, too early, another amount, or repeated too often. */
function whyNotCharge({ model, provider }: MoneyWorld, reference: string, amount: number, now: Date): string[] {
  const order = model.orderOf(reference);
  const part = order?.parts.find((one) => reference.startsWith(`${one.reference}-`));
  if (!order || !part) return ['nobody knows it'];
  // The charge's answer was lost, so it may be requested again, whatever happened since.
  if (provider.charges.has(reference)) return [];
  const broken: string[] = [];
  if (!order.agrees || order.cards.size === 0) broken.push('nobody agreed');
  if (model.paymentsOf(order).some(({ wasTakenBack }) => wasTakenBack)) broken.push('its money was taken back');
  if (now.getTime() < part.dueAt - 12 * 60 * MINUTE) broken.push('it is not due');
  if (amount !== part.amount - model.paidFor(order, part.reference)) broken.push(`${amount} is not what is missing`);
  const others = [...provider.charges].filter((one) => one.startsWith(`${part.reference}-`));
  if (others.length >= 4) broken.push('it was charged too often');
  return broken;
}
