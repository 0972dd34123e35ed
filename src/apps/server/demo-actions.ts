import { fillCart, type ListedItem } from '#features/cart/server/public.ts';
import { itemForSale } from '#features/catalogue/server/public.ts';
import { createOrderForCustomer, placeOrder } from '#features/checkout/server/public.ts';
import { recordTransfer, settleProblem } from '#features/desk/server/public.ts';
import type { PaymentMethod } from '#features/orders/domain/payment-methods.ts';
import { type OrderRow, orderByCode, paymentsOf } from '#features/orders/server/public.ts';
import { endUnpaidOrders, latestAttemptOfPayment, prepareAttempt } from '#features/payments/server/public.ts';
import { cancelRefund, finishRefund, holdRefund, requestRefund, startRefund } from '#features/refunds/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { mailTermsToAccept } from '#features/terms/server/public.ts';
import { setTravelTime } from '#features/tickets/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import { minor } from '#kernel/money.ts';
import type { Result } from '#kernel/result.ts';
import type { Config } from '#platform/config/config.ts';
import type { Db } from '#platform/db/db.ts';
import type { OrderParts } from './order-parts.ts';
import { orderView } from './order-views/order-views.ts';

export interface DemoCustomer {
  readonly id: number;
  readonly fullName: string;
  readonly email: string;
  readonly country: string;
  readonly address: Record<string, string>;
}

export interface DemoOrder {
  /** The order's code without the shop's prefix. */
  readonly code: string;
  readonly items: readonly ListedItem[];
  readonly method: PaymentMethod | null;
  readonly voucher?: string;
}

const ACTOR = commandLine('demo');

/**
 * Actions of the demo's customer and operator at moments in the past, through the shop's own use cases. Only the
 * payment provider's answers are made up. A refusal throws.
 */
export function demoActions(parts: { config: Config; db: Db; shop: Shop; orders: OrderParts; customer: DemoCustomer }) {
  const { config, db, shop, orders, customer } = parts;
  const codeOf = (suffix: string) => `${shop.private.orderPrefix}-${suffix}`;
  const settling = { db, settle: orders.settle };

  const rowOf = async (suffix: string): Promise<OrderRow> => {
    const row = await orderByCode(db, codeOf(suffix));
    if (!row) throw new Error(`The demo has no order ${codeOf(suffix)}`);
    return row;
  };
  const viewOf = async (suffix: string, at: Date) => orderView(db, await rowOf(suffix), shop, at);
  const paymentOf = async (order: OrderRow, position: number) => (await paymentsOf(db, [order.id]))[position - 1]!;

  async function place(wanted: DemoOrder, at: Date): Promise<void> {
    await db.stockTransaction(async (tx) => {
      const { code: cartCode } = done(await fillCart(tx, customer.id, { items: wanted.items }, shop.public, at));
      const request = {
        cartCode,
        customerId: customer.id,
        country: customer.country,
        address: customer.address,
        paymentMethod: wanted.method,
        shippingName: customer.fullName,
        shippingCountry: customer.country,
        shippingAddress: customer.address,
        acceptedTerms: true,
        voucherCode: wanted.voucher ?? null,
        origin: config.shopUrl,
      };
      const placing = {
        shop,
        placing: orders.placing,
        attempts: orders.attempts(shop),
        newCode: () => codeOf(wanted.code),
      };
      done(await placeOrder(tx, placing, request, at));
    });
  }

  /** Returns the payment's latest attempt if it has no outcome yet, as after a checkout; otherwise starts another. */
  async function attemptOf(suffix: string, position: number, at: Date) {
    const order = await rowOf(suffix);
    const payment = await paymentOf(order, position);
    const attempt = await latestAttemptOfPayment(db, payment.id);
    if (attempt?.status === 'created') return attempt;
    return await db.transaction((tx) =>
      prepareAttempt(tx, orders.attempts(shop), order, payment, { origin: config.shopUrl, isByLink: false }, at),
    );
  }

  return {
    place,

    /** Places an order taken by phone, whose terms are not accepted yet. */
    async placeByPhone(wanted: DemoOrder, at: Date): Promise<void> {
      const creating = {
        db,
        shop,
        placing: orders.placing,
        attempts: orders.attempts(shop),
        newCode: () => codeOf(wanted.code),
        invite: async () => {},
        askForTerms: async (tx: Parameters<OrderParts['mailParts']>[0], order: OrderRow, now: Date) =>
          mailTermsToAccept(tx, await orders.mailParts(tx), order, now),
      };
      const order = {
        customer,
        channel: 'phone',
        items: wanted.items,
        paymentMethod: wanted.method,
        country: customer.country,
        address: customer.address,
        shipping: null,
        voucherCode: null,
        acceptedTerms: false,
        actor: ACTOR,
      };
      done(await createOrderForCustomer(creating, order, at));
    },

    /** Pays by card. The provider's amount is off by `wrongBy` minor units. */
    async pay(suffix: string, position: number, at: Date, wrongBy = 0): Promise<void> {
      const attempt = await attemptOf(suffix, position, at);
      const { reference, amount, currency } = attempt;
      const update = { status: 'paid', transaction: `demo-${reference}`, amount: amount + wrongBy, currency } as const;
      await orders.settle(attempt, update, at);
    },

    async fail(suffix: string, position: number, status: 'declined' | 'expired', at: Date): Promise<void> {
      await orders.settle(await attemptOf(suffix, position, at), { status }, at);
    },

    /** Leaves a payment pending at the provider. */
    async leaveWithProvider(suffix: string, position: number, at: Date): Promise<void> {
      await orders.settle(await attemptOf(suffix, position, at), { status: 'processing' }, at);
    },

    /** Pays by bank transfer, `missing` minor units too little. */
    async transfer(suffix: string, at: Date, missing = 0): Promise<void> {
      const { totalPrice: amount, code } = await rowOf(suffix);
      const transfer = {
        words: code,
        amount: minor(amount - missing),
        transaction: `demo-${code}`,
        receivedAt: at,
        actor: ACTOR,
      };
      done(await recordTransfer({ db, money: orders.money, currency: shop.public.currency }, transfer, at));
    },

    /** Ends expired orders, as the shop's due work does. */
    async endUnpaid(at: Date): Promise<void> {
      const { gateways, orderEnded } = orders;
      await endUnpaidOrders({ ...settling, gateways, orderEnded, onError }).run(at);
    },

    async settleAsPartial(suffix: string, at: Date): Promise<void> {
      const decision = {
        code: codeOf(suffix),
        to: 'partial',
        reason: 'The other payments are correct',
        actor: ACTOR,
      } as const;
      done(await settleProblem({ ...orders, db }, decision, at));
    },

    async changeCoach(suffix: string, item: string, departure: string, at: Date): Promise<void> {
      const ticket = (await viewOf(suffix, at)).tickets.find(({ travel_times }) => travel_times.length > 0)!;
      const target = (await itemForSale(db, item))!.departures.find(({ code }) => code === departure)!;
      const change = { db, shop, shopUrl: config.shopUrl, sealer: orders.mailSealer };
      const wanted = { code: ticket.code, transportTimeId: String(target.id) };
      done(await setTravelTime(change, customer.id, wanted, at));
    },

    async requestRefundOf(suffix: string, name: string, at: Date): Promise<void> {
      const order = await viewOf(suffix, at);
      const codes = [
        ...order.tickets.filter(({ product }) => product === name),
        ...order.merchandisePurchases.filter(({ merchandise }) => merchandise === name),
      ].map(({ code }) => code);
      const details = {
        country: 'NL',
        ownerFullName: customer.fullName,
        ownerAddress: customer.address,
        bankName: 'Duinbank',
        bankCity: 'Noorderzand',
        bic: 'ABNANL2A',
        iban: 'NL91ABNA0417164300',
        account: '',
      };
      const request = { customerId: customer.id, orderCode: order.code, codes, details, note: '' };
      done(await requestRefund(orders.refunds, request, at));
    },

    async startRefund(suffix: string, number: number, at: Date): Promise<void> {
      done(await startRefund(orders.refunds, { code: `${codeOf(suffix)}-R${number}`, actor: ACTOR }, at));
    },

    /** Marks a refund that the bank could not pay. */
    async holdRefund(suffix: string, number: number, at: Date): Promise<void> {
      done(await holdRefund(orders.refunds, { code: `${codeOf(suffix)}-R${number}`, actor: ACTOR }, at));
    },

    async cancelRefund(suffix: string, number: number, at: Date): Promise<void> {
      const code = `${codeOf(suffix)}-R${number}`;
      done(await cancelRefund(orders.refunds, { customerId: customer.id, code }, at));
    },

    async finishRefund(suffix: string, number: number, at: Date): Promise<void> {
      done(await finishRefund(orders.refunds, { code: `${codeOf(suffix)}-R${number}`, actor: ACTOR }, at));
    },
  };
}

export type DemoActions = ReturnType<typeof demoActions>;

function done<Value>(result: Result<Value, unknown>): Value {
  if (!result.ok) throw new Error(`The demo was refused: ${JSON.stringify(result.error)}`);
  return result.value;
}

function onError(error: unknown): never {
  throw error;
}
