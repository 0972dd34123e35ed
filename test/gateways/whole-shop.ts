import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import { openMatters } from '#apps/server/open-matters.ts';
import { chargeBack, recordTransfer, settleProblem } from '#features/desk/server/public.ts';
import type { Order } from '#features/orders/contract.ts';
import type { PaymentAction } from '#features/payments/contract.ts';
import type { PaymentGateway, StartedPayment, StartRequest } from '#features/payments/server/gateway.ts';
import { gatewaysOf } from '#features/payments/server/gateways.ts';
import { guardedGateway } from '#features/payments/server/guarded-gateway.ts';
import type { Gateways } from '#features/payments/server/public.ts';
import {
  createRefund,
  finishRefund,
  movementsOf,
  refundByCode,
  retryMovement,
  settleUnclear,
  startRefund,
  takeBackRequests,
} from '#features/refunds/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import { minor } from '#kernel/money.ts';
import { type Operator, operatorOf } from '../support/operator.ts';
import { order, orderNow } from '../support/purchase.ts';
import { rounds } from '../support/rounds.ts';
import { qrOf, scan } from '../support/scanner.ts';
import { givenShopApp, type ShopApp } from '../support/shop-app.ts';
import type { ProviderUnderTest } from './conformance.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ACTOR = commandLine('tester');

/** Whether a call is lost on its way to the provider, or its answer on the way back. */
type Loss = 'before' | 'after';

export interface ProviderOfShop {
  readonly name: string;
  /** Null for the sandbox, which is made from the shop. */
  readonly given: ((clock: () => Date) => Promise<ProviderUnderTest>) | null;
  readonly ofShop?: (app: ShopApp) => ProviderUnderTest;
}

/** Tests refunds and charged instalments in a whole shop, with any provider. */
export function describeWholeShop({ name, given, ofShop }: ProviderOfShop): void {
  describe(`a shop at ${name}`, () => {
    let app: ShopApp;
    let provider: ProviderUnderTest;
    let operator: Operator;
    let mila: string;
    let newPaymentsGoTo = name;
    const lost: { refund: Loss[]; charge: Loss[] } = { refund: [], charge: [] };

    /** Wraps a gateway so that its next calls or answers are lost, as `lost` lists them. */
    const losing = (gateway: PaymentGateway): PaymentGateway => {
      const call = async <T>(losses: Loss[], made: () => Promise<T>): Promise<T> => {
        const loss = losses.shift();
        if (loss === 'before') throw new Error('nobody answered');
        const answer = await made();
        if (loss === 'after') throw new Error('the answer was lost');
        return answer;
      };
      const changed: Partial<PaymentGateway> = {
        refund: (...terms) => call(lost.refund, () => gateway.refund(...terms)),
        ...(gateway.charge && { charge: (...terms) => call(lost.charge, () => gateway.charge!(...terms)) }),
      };
      return new Proxy(gateway, {
        get(target, property) {
          const own = changed[property as keyof PaymentGateway] ?? Reflect.get(target, property);
          return typeof own === 'function' ? own.bind(target) : own;
        },
      });
    };
    const switchable = (gateways: Gateways): Gateways => ({
      all: gateways.all,
      named: (one) => gateways.named(one),
      of: (attempt) => gateways.of(attempt),
      get forNewPayments() {
        return gateways.of({ gateway: newPaymentsGoTo });
      },
    });

    beforeAll(async () => {
      const modes = { closes: true, sessionMinutes: 0, refunds: 'pending' } as const;
      const early = given && (await given(() => app?.clock.now() ?? new Date()));
      app = await givenShopApp(
        { sandboxModes: modes },
        early
          ? {
              gateways: (sandbox) => switchable(gatewaysOf([guardedGateway(losing(early.gateway)), sandbox])),
            }
          : { standIn: losing },
      );
      provider = early ?? ofShop!(app);
      const { parts, ...rest } = operatorOf(app);
      operator = { ...rest, parts: { ...parts, refunds: { ...parts.refunds, gateways: app.gateways } } };
      mila = await app.login();
      await app.db.run('update shop_items set capacity = null, capacity_wanted = null');
    });
    afterAll(async () => {
      await app.settle();
      expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
      await app.close();
      if (given) await provider.close();
    });

    const now = () => app.clock.now();
    const can = () => app.gateways.of({ gateway: name }).can;

    /** Sends the provider's messages, and does all due work. */
    async function deliver(): Promise<void> {
      for (const { body, headers, path } of await provider.messages()) {
        const answer = await app.fetch(`/payments/callback/${name}${path}`, {
          method: 'POST',
          headers: headers as Record<string, string>,
          body: new Uint8Array(body),
        });
        expect(answer.status).toBe(200);
      }
      await app.settle();
    }
    async function pay(reference: string, action: PaymentAction): Promise<string> {
      const attempt = (await app.db.row<{ reference: string; id: string | null }>(
        `select a.reference, a.gateway_payment_id as id
         from payment_attempts a join payments p on p.id = a.payment_id where p.reference = $1 order by a.id desc limit 1`,
        [reference],
      ))!;
      const started = { action, gatewayPaymentId: attempt.id } as StartedPayment;
      await provider.pays(started, { reference: attempt.reference } as StartRequest);
      await deliver();
      await app.travel(2 * MINUTE);
      const receipt = await app.db.row<{ transaction: string }>(
        `select r.transaction from receipts r join payment_attempts a on a.id = r.attempt_id where a.reference = $1`,
        [attempt.reference],
      );
      return receipt!.transaction;
    }
    async function makePaidOrder(items: readonly string[], { savesCard = false } = {}) {
      const { order: placed, action } = await order(app, mila, items, null, 'credit_card', { savesCard });
      const transaction = await pay(placed.payments[0]!.reference, action!);
      return { placed: await orderNow(app, mila, placed.code), transaction };
    }
    async function payPart({ code, checksum, payments }: Order, at: number): Promise<string> {
      const { reference } = payments[at]!;
      const started = await app.call('pay-payment-plan-order-payment', { order: code, checksum, reference });
      expect(started.body.message).toBeUndefined();
      return pay(reference, started.body.payment);
    }

    type Request = Partial<Parameters<typeof createRefund>[1]>;
    async function acceptRefund({ code }: Order, request: Request = {}): Promise<string> {
      const terms = { codes: [], fees: 'kept', shipping: null, amount: null, reason: 'Rain.', ...request } as const;
      const made = await createRefund(operator.parts.refunds, { orderCode: code, actor: ACTOR, ...terms }, now());
      if (!made.ok) throw new Error(JSON.stringify(made.error));
      const refund = made.value.code;
      expect(await startRefund(operator.parts.refunds, { code: refund, actor: ACTOR }, now())).toMatchObject({
        ok: true,
      });
      await app.settle();
      return refund;
    }
    const refundOf = async (code: string) => (await refundByCode(app.db, code))!;
    const movements = async (code: string) => movementsOf(app.db, (await refundOf(code)).id);
    /** Completes the refunds on their way to this card. */
    async function untilArrived(transaction: string): Promise<void> {
      await app.settle();
      for (const refund of (await provider.pendingRefundsOf?.(transaction)) ?? [])
        await provider.refundArrives?.(refund);
      await deliver();
      // The shop queries what no message reported.
      for (const span of [HOUR, DAY]) if (await isOnItsWay()) await app.travel(span);
    }
    const isOnItsWay = async () =>
      (await app.db.row(`select 1 from refund_movements where gateway = $1 and status = 'pending'`, [name])) !==
      undefined;
    const byBank = async (code: string) =>
      (await movements(code))
        .filter(({ gateway, status }) => gateway === null && status !== 'replaced')
        .reduce((sum, { amount }) => sum + amount, 0);
    const finish = (code: string) => finishRefund(operator.parts.refunds, { code, actor: ACTOR }, now());

    test('a refund is done when the provider says so, and owed again if it is returned days later', async ({
      skip,
    }) => {
      const { placed, transaction } = await makePaidOrder(['sandlark-pass']);
      const code = await acceptRefund(placed);
      await untilArrived(transaction);
      const { total, status } = await refundOf(code);
      expect([status, await provider.returned(transaction)]).toEqual(['processed', total]);
      if (!provider.refundFails) return skip(`${name} never returns refunds`);
      await app.travel(5 * DAY);
      await provider.refundFails((await movements(code))[0]!.gatewayRefund!);
      await deliver();
      await app.travel(MINUTE);
      expect([(await refundOf(code)).status, await provider.returned(transaction)]).toEqual(['problem', 0]);
      const again = { key: `${code}-M1`, byBank: true, actor: ACTOR };
      expect(await retryMovement(operator.parts.refunds, again, now())).toMatchObject({ ok: true });
      expect((await finish(code)).ok).toBe(true);
      expect((await refundOf(code)).status).toBe('processed');
    });

    test.each<Loss[][]>(
      rounds > 1 ? [[['before']], [['after']], [['before', 'before', 'after']]] : [[['before', 'after']]],
    )('lost answers to a refund (%s its effect) move the money once', async (losses) => {
      const { placed, transaction } = await makePaidOrder(['sandlark-pass']);
      lost.refund.push(...losses);
      const code = await acceptRefund(placed);
      for (const minutes of [4, 10, 30, 90]) await app.travel(minutes * MINUTE);
      await untilArrived(transaction);
      const unused = lost.refund.splice(0);
      const { total, status } = await refundOf(code);
      const returned = await provider.returned(transaction);
      if (can().refund === 'parts' || losses[0] === 'after') {
        expect([status, returned, unused]).toEqual(['processed', total, []]);
        return;
      }
      // The shop cannot query this provider about the refund, so a person checks, and then sends the money by bank.
      expect([status, returned]).toEqual(['processing', 0]);
      expect((await movements(code))[0]!.reason).toMatch(new RegExp(`${name}.*${transaction}`, 'i'));
      const unclear = async () =>
        (await openMatters(app.db, app.clock.now())).filter(({ kind }) => kind === 'refund_unclear');
      expect(await unclear()).toMatchObject([{ refundNumber: code, sum: { amount: total } }]);
      const found = { key: `${code}-M1`, wasMade: false, actor: ACTOR };
      expect(await settleUnclear(operator.parts.refunds, found, now())).toMatchObject({ ok: true });
      expect(await settleUnclear(operator.parts.refunds, found, now())).toMatchObject({ ok: false });
      expect([(await refundOf(code)).status, await unclear()]).toEqual(['problem', []]);
      const byHand = { key: `${code}-M1`, byBank: true, actor: ACTOR };
      expect(await retryMovement(operator.parts.refunds, byHand, now())).toMatchObject({ ok: true });
      expect((await finish(code)).ok).toBe(true);
    });

    test('partial refunds, even equal ones, add up and never exceed what was paid', async () => {
      const { placed, transaction } = await makePaidOrder(['sandlark-pass', 'sandlark-pass', 'sandlark-pass']);
      const codes: string[] = [];
      for (const { code: ticket } of placed.tickets) {
        codes.push(await acceptRefund(placed, { codes: [ticket], fees: 'returned' }));
      }
      // Mollie makes an equal refund only after an hour.
      for (let hour = 0; hour < 3; hour += 1) if (hour === 0 || (await isOnItsWay())) await untilArrived(transaction);
      for (const code of codes) {
        if ((await byBank(code)) > 0) await finish(code);
        expect([code, (await refundOf(code)).status]).toEqual([code, 'processed']);
      }
      const onBank = (await Promise.all(codes.map(byBank))).reduce((sum, amount) => sum + amount, 0);
      expect((await provider.returned(transaction)) + onBank).toBe(placed.total_paid);
      // A provider that makes only one refund of a payment receives one request. The bank pays the rest.
      expect(onBank > 0).toBe(can().refund === 'once');
    });

    test('each card gets back what it still holds, and the bank the rest, with three kinds of receipts', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom<[number, number]>([0, 1], [0, 2], [2, 1], [2, 0]),
          fc.integer({ min: 1, max: 4_800 }),
          fc.constantFrom('kept' as const, 'returned' as const),
          async ([back, byTransfer], taken, fees) => {
            // The first part is always paid by card.
            const transferred = byTransfer === 0 ? 1 : byTransfer;
            const { placed, transaction } = await makePaidOrder(['sandlark-pass-plan']);
            const cards = new Map([[0, transaction]]);
            for (const at of [1, 2]) {
              if (at !== transferred) cards.set(at, await payPart(placed, at));
              else {
                const { reference, amount } = placed.payments[at]!;
                const line = {
                  words: reference,
                  amount: minor(amount),
                  transaction: `bank-${reference}`,
                  receivedAt: now(),
                };
                expect(await recordTransfer(operator.transfers, { ...line, actor: ACTOR }, now())).toMatchObject({
                  ok: true,
                });
              }
            }
            const charged = back === transferred ? 0 : back;
            const { id } = (await app.db.row<{ id: number }>('select id from receipts where transaction = $1', [
              cards.get(charged),
            ]))!;
            const parts = { db: app.db, currency: 'EUR', takeBackRequests };
            const movement = { receiptId: id, amount: minor(taken), transaction: `back-${id}`, actor: ACTOR };
            expect(await chargeBack(parts, movement, now())).toMatchObject({ ok: true });
            const problem = { code: placed.code, to: 'partial', reason: '', actor: ACTOR } as const;
            expect(await settleProblem(operator.orders, problem, now())).toMatchObject({ ok: true });

            const code = await acceptRefund(placed, { fees });
            for (const card of cards.values()) await untilArrived(card);
            const { total } = await refundOf(code);
            const bank = await byBank(code);
            if (bank > 0) expect((await finish(code)).ok).toBe(true);
            expect([code, (await refundOf(code)).status]).toEqual([code, 'processed']);
            let onCards = 0;
            for (const [at, card] of cards) {
              const returned = await provider.returned(card);
              const left = placed.payments[at]!.amount - (at === charged ? taken : 0);
              expect([at, returned <= left]).toEqual([at, true]);
              onCards += returned;
            }
            expect(onCards + bank).toBe(total);
            const held = [...cards.keys()].reduce((sum, at) => sum + placed.payments[at]!.amount, -taken);
            expect(onCards).toBe(Math.min(total, held));
          },
        ),
        { numRuns: Math.min(rounds, 10) },
      );
    });

    test('a refund made at the provider is booked once, and the shop never refunds more than is left', async ({
      skip,
    }) => {
      if (!provider.operatorRefunds) return skip(`${name} does not report refunds made there`);
      const { placed, transaction } = await makePaidOrder(['sandlark-pass']);
      await provider.messages();
      await provider.operatorRefunds(transaction, 5_000);
      await untilArrived(transaction);
      expect(await orderNow(app, mila, placed.code)).toMatchObject({
        payment_status: 'problem',
        total_paid: placed.total_paid - 5_000,
      });
      const problem = { code: placed.code, to: 'paid', reason: '', actor: ACTOR } as const;
      expect((await settleProblem(operator.orders, problem, now())).ok).toBe(false);
      const all = { orderCode: placed.code, codes: [], fees: 'returned', shipping: null, amount: null } as const;
      const made = await createRefund(operator.parts.refunds, { ...all, reason: 'Rain.', actor: ACTOR }, now());
      expect(made.ok).toBe(false);
      expect(await provider.returned(transaction)).toBe(5_000);
    });

    test('a dispute takes away money and admission, and winning it restores both', async ({ skip }) => {
      if (!provider.payerDisputes || !provider.shopWinsDispute) return skip(`${name} does not report disputes`);
      const { placed, transaction } = await makePaidOrder(['sandlark-pass']);
      const printed = await qrOf(app, placed.tickets[0]!.code);
      expect(await scan(app, printed)).toBe('valid');
      await provider.payerDisputes(transaction, placed.total_paid);
      await deliver();
      await app.travel(MINUTE);
      expect(await scan(app, printed)).toBe('revoked');
      expect((await orderNow(app, mila, placed.code)).payment_status).toBe('problem');
      await provider.shopWinsDispute(transaction);
      await deliver();
      await app.travel(MINUTE);
      expect(await scan(app, printed)).toBe('valid');
      expect(await orderNow(app, mila, placed.code)).toMatchObject({
        payment_status: 'paid',
        total_paid: placed.total_paid,
      });
    });

    test('money of this provider still goes back through it when new payments go to another', async ({ skip }) => {
      if (!given) return skip('the sandbox is the other one');
      const { placed, transaction } = await makePaidOrder(['sandlark-pass']);
      newPaymentsGoTo = 'sandbox';
      const code = await acceptRefund(placed);
      await untilArrived(transaction);
      newPaymentsGoTo = name;
      const { total, status } = await refundOf(code);
      expect([status, await provider.returned(transaction)]).toEqual(['processed', total]);
    });

    test('losses, declines and the removal of a saved card never charge twice; failures mail the link', async ({
      skip,
    }) => {
      if (!provider.nextCharge || !can().charge) return skip(`${name} does not charge saved cards`);
      const { placed } = await makePaidOrder(['sandlark-pass-plan'], { savesCard: true });
      const { code, payments } = placed;
      const card = (await app.db.row<{ id: string; customer: string }>(
        `select s.method as id, s.gateway_customer as customer from saved_methods s join orders o on o.id = s.order_id
         where o.code = $1`,
        [code],
      ))!;
      /** Travels past the mail a week before, to noon of the day on which the part is due. */
      const untilDue = async (at: number) => {
        const due = Date.parse(payments[at]!.due_at);
        for (const moment of [due - 7 * DAY + 12 * HOUR, due + 12 * HOUR]) await app.travel(moment - now().getTime());
      };
      const charged = async (at: number): Promise<number> => {
        const attempts = await app.db.rows<{ reference: string }>(
          `select reference from payment_attempts where saved_method_id is not null and reference like $1`,
          [`${payments[at]!.reference}-%`],
        );
        let sum = 0;
        for (const { reference } of attempts) sum += await provider.taken(reference);
        return sum;
      };
      const mails = async () =>
        (await app.mails()).filter(({ kind, subject }) => kind === 'instalment-not-charged' && subject.includes(code));

      await provider.nextCharge('paid', card.id);
      lost.charge.push('before', 'after');
      await untilDue(1);
      for (const _ of [1, 2, 3]) await app.travel(16 * MINUTE);
      await deliver();
      expect([await charged(1), lost.charge]).toEqual([payments[1]!.amount, []]);

      await provider.nextCharge('declined', card.id);
      await untilDue(2);
      await deliver();
      expect([await charged(2), (await mails()).length]).toEqual([0, 1]);

      // The charge is tried again after three days.
      await provider.nextCharge('needs_customer', card.id);
      await app.travel(3 * DAY);
      await deliver();
      expect([await charged(2), (await mails()).length]).toEqual([0, 2]);
      mila = await app.login();
      await payPart(placed, 2);

      if (app.gateways.of({ gateway: name }).forget) {
        await provider.gateway.forget!(
          { gatewayCustomer: card.customer, id: card.id, label: '', expires: null },
          now(),
        );
      } else expect((await app.call('remove-saved-card', { token: mila, order: code })).status).toBe(200);
      await deliver();
      await provider.nextCharge('paid', card.id);
      await untilDue(3);
      await deliver();
      mila = await app.login();
      const statuses = (await orderNow(app, mila, code)).payments.map(({ payment_status: status }) => status);
      expect([await charged(3), statuses]).toEqual([0, ['paid', 'paid', 'paid', 'pending']]);
    });

    test('a message signed at the right time pays once, although the database’s clock went back', async () => {
      const { order: placed, action } = await order(app, mila, ['saturday']);
      const { reference } = placed.payments[0]!;
      const attempt = (await app.db.row<{ reference: string; id: string | null }>(
        'select reference, gateway_payment_id as id from payment_attempts where reference like $1',
        [`${reference}-%`],
      ))!;
      await provider.messages();
      const started = { action: action!, gatewayPaymentId: attempt.id } as StartedPayment;
      await provider.pays(started, { reference: attempt.reference } as StartRequest);
      const signed = await provider.messages();
      // The shop's time stays ahead of the database's and the provider's until they meet.
      const noLead = app.clock.leadMs;
      app.clock.leadMs = () => HOUR;
      await app.clock.travelTo(new Date(now().getTime() + HOUR));
      try {
        for (const { body, headers, path } of [...signed, ...signed]) {
          const answer = await app.fetch(`/payments/callback/${name}${path}`, {
            method: 'POST',
            headers: headers as Record<string, string>,
            body: new Uint8Array(body),
          });
          expect(answer.status).toBe(200);
        }
        await app.settle();
      } finally {
        app.clock.leadMs = noLead;
      }
      await app.travel(3 * MINUTE);
      expect((await orderNow(app, mila, placed.code)).payment_status).toBe('paid');
      const { count } = (await app.db.row<{ count: number }>(
        'select count(*) as count from receipts r join orders o on o.id = r.order_id where o.code = $1',
        [placed.code],
      ))!;
      expect(count).toBe(1);
    });
  });
}
