import type { ListedItem } from '#features/cart/server/public.ts';
import { itemForSale } from '#features/catalogue/server/public.ts';
import { findCustomerByEmail } from '#features/customers/server/public.ts';
import { reviewInstalments } from '#features/payment-plans/server/public.ts';
import { sandboxOnly } from '#features/payments/server/public.ts';
import { loadShop } from '#features/shop-config/server/public.ts';
import type { Config } from '#platform/config/config.ts';
import type { Db } from '#platform/db/db.ts';
import { mailLooks } from '#platform/mail/mail-look.ts';
import { mailboxTransport } from '#platform/mail/mail-transport.ts';
import { sendWaitingMails } from '#platform/mail/outbox.ts';
import type { DueWork } from '#platform/work/due-work.ts';
import { type DemoActions, demoActions } from './demo-actions.ts';
import { DEMO_LOGIN } from './demo-customer.ts';
import { orderedForDueToday } from './demo-dates.ts';
import { isAnyOrder, lockDemoOrders } from './first-start-store.ts';
import { orderParts } from './order-parts.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

interface Moment {
  readonly at: Date;
  happen(actions: DemoActions, at: Date): Promise<void>;
}

/**
 * Gives the demo's customer an order in every state, so that all of them can be seen right after the first start. Runs
 * the shop's own use cases in chronological order, relative to `now`, so that the demo never ages. Work that falls due
 * in between, such as a reminder, runs when it is due. Does nothing if there are orders already.
 */
export async function makeDemoOrders({ config, db }: { config: Config; db: Db }, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await lockDemoOrders(tx);
    if (await isAnyOrder(tx)) return;
    await makeAll({ config, db }, now);
  });
}

async function makeAll({ config, db }: { config: Config; db: Db }, now: Date): Promise<void> {
  const shop = await loadShop(db);
  const found = await findCustomerByEmail(db, DEMO_LOGIN.email);
  if (!found) throw new Error('The demo has no customer');
  const customer = { ...found, country: found.country ?? 'NL', address: { ...found.address } };
  const orders = orderParts({ config, db, gateways: sandboxOnly(config, db) });
  const actions = demoActions({ config, db, shop, orders, customer });
  const plan = (await itemForSale(db, 'sandlark-pass-plan'))?.paymentPlan ?? [];
  const dueToday = orderedForDueToday(plan, now, shop.public.timezone);

  const moments = [...withoutPlan(now), ...withPlan(now, dueToday)].sort(
    (one, other) => one.at.getTime() - other.at.getTime(),
  );
  const onError = (error: unknown): never => {
    throw error;
  };
  const remind = reviewInstalments({
    db,
    shopUrl: config.shopUrl,
    charging: (current) => ({ ...orders.attempts(current), settle: orders.settle }),
    onError,
  });
  // Mails of the past only go to the development mailbox.
  const send = sendWaitingMails({
    db,
    transport: mailboxTransport,
    sealer: orders.mailSealer,
    letterhead: async () => ({
      sender: { ...shop.private.mailSender, replyTo: shop.public.operator.email },
      looks: mailLooks(shop, config.shopUrl),
    }),
    renderAttachment: async () => null,
    keepSecrets: true,
  });
  const catchUp = async (at: Date): Promise<void> => {
    const reminded = await allDue(remind, at);
    if (reminded > 0) await allDue(send, at);
  };
  let day = moments[0]?.at.getTime() ?? now.getTime();
  for (const { at, happen } of [...moments, { at: now, happen: async () => {} }]) {
    for (; day + DAY_MS <= at.getTime(); day += DAY_MS) await catchUp(new Date(day));
    await happen(actions, at);
    await catchUp(at);
    await allDue(send, at);
  }
}

async function allDue(work: DueWork, at: Date): Promise<number> {
  let all = 0;
  for (let some = await work.run(at); some > 0; some = await work.run(at)) all += some;
  return all;
}

const ticket = (
  externalCode: string,
  fullName: string,
  more: { age?: string; departure?: string } = {},
): ListedItem => ({
  externalCode,
  holder: {
    fullName,
    email: fullName === DEMO_LOGIN.fullName ? DEMO_LOGIN.email : `${fullName.split(' ')[0]!.toLowerCase()}@example.org`,
    age: more.age ?? null,
    departure: more.departure ?? null,
  },
});
const goods = (externalCode: string): ListedItem => ({ externalCode, holder: null });

const MILA = DEMO_LOGIN.fullName;
const JONAS = 'Jonas Okonkwo';
const AMARA = 'Amara Okonkwo';
const NOOR = 'Noor de Wit';

/** Returns what happens to the orders without a plan. */
function withoutPlan(now: Date): Moment[] {
  const ago = (days: number, minutes = 0) => new Date(now.getTime() - days * DAY_MS - minutes * MINUTE_MS);
  const at = (moment: Date, happen: Moment['happen']): Moment => ({ at: moment, happen });
  return [
    // Paid by transfer, with shipping and an invoice: a pass, a changed coach seat, and a shirt with a requested
    // refund.
    at(ago(12), (actions, when) =>
      actions.place(
        {
          code: '2H9CRW',
          method: 'bank_transfer',
          items: [
            ticket('sandlark-pass', MILA, { age: '35-49' }),
            ticket('coach-amsterdam', MILA, { departure: 'thursday-morning' }),
            goods('lark-tee-m'),
          ],
        },
        when,
      ),
    ),
    at(ago(10), (actions, when) => actions.transfer('2H9CRW', when)),
    at(ago(1, 90), (actions, when) => actions.requestRefundOf('2H9CRW', 'Lark tee, size M', when)),
    at(ago(0), (actions, when) => actions.changeCoach('2H9CRW', 'coach-amsterdam', 'friday-morning', when)),

    // Awaits its bank transfer.
    at(ago(2), (actions, when) =>
      actions.place(
        {
          code: '3B8TKN',
          method: 'bank_transfer',
          items: [ticket('saturday', MILA, { age: '35-49' }), ticket('saturday', NOOR, { age: '25-34' })],
        },
        when,
      ),
    ),

    // Taken by phone and paid, with terms that are not accepted yet.
    at(ago(6), (actions, when) =>
      actions.placeByPhone(
        {
          code: '5F2WHJ',
          method: 'bank_transfer',
          items: [ticket('under-16-pass', AMARA, { age: '12-15' }), ticket('dune-camping', AMARA)],
        },
        when,
      ),
    ),
    at(ago(4), (actions, when) => actions.transfer('5F2WHJ', when)),

    // One order is cancelled because no transfer arrived; one is abandoned before its card payment.
    at(ago(20), (actions, when) =>
      actions.place({ code: '8R6NUC', method: 'bank_transfer', items: [ticket('coach-brussels', NOOR)] }, when),
    ),
    at(ago(11, -1), (actions, when) => actions.endUnpaid(when)),
    at(ago(5, 31), (actions, when) =>
      actions.place(
        { code: '5T9PME', method: 'credit_card', items: [ticket('saturday', JONAS, { age: '35-49' })] },
        when,
      ),
    ),
    at(ago(5, 1), (actions, when) => actions.fail('5T9PME', 1, 'expired', when)),
    at(ago(5), (actions, when) => actions.endUnpaid(when)),

    // An order with a discount and three refunds, one of each kind.
    at(ago(25, 3), (actions, when) =>
      actions.place(
        {
          code: '4X7VPD',
          method: 'credit_card',
          voucher: 'LARK20',
          items: [
            ticket('sandlark-pass', JONAS, { age: '35-49' }),
            ticket('coach-cologne', JONAS, { departure: 'thursday-noon' }),
            ticket('dune-camping', JONAS),
            goods('lark-tee-s'),
          ],
        },
        when,
      ),
    ),
    at(ago(25), (actions, when) => actions.pay('4X7VPD', 1, when)),
    at(ago(20, 5), (actions, when) => actions.requestRefundOf('4X7VPD', 'Dune camping, per person', when)),
    at(ago(18), (actions, when) => actions.startRefund('4X7VPD', 1, when)),
    at(ago(15), (actions, when) => actions.finishRefund('4X7VPD', 1, when)),
    at(ago(5, 60), (actions, when) => actions.requestRefundOf('4X7VPD', 'Coach from Cologne, return', when)),
    at(ago(3), (actions, when) => actions.startRefund('4X7VPD', 2, when)),
    at(ago(1), (actions, when) => actions.requestRefundOf('4X7VPD', 'Lark tee, size S', when)),

    // Paid in full by a voucher.
    at(ago(8), (actions, when) =>
      actions.place(
        {
          code: '6J3YQA',
          method: null,
          voucher: 'FULLHOUSE',
          items: [ticket('saturday', NOOR, { age: '25-34' }), goods('poster-a2')],
        },
        when,
      ),
    ),
  ];
}

/** Returns what happens to two plans: one has a payment due today, the other an overdue one and one with a problem. */
function withPlan(now: Date, dueToday: ReturnType<typeof orderedForDueToday>): Moment[] {
  const ago = (days: number, minutes = 0) => new Date(now.getTime() - days * DAY_MS - minutes * MINUTE_MS);
  const after = (moment: Date, days: number) => new Date(moment.getTime() + days * DAY_MS);
  const moments: Moment[] = [];
  const place = (at: Date, code: string, holder: string) => {
    moments.push({
      at,
      happen: (actions, when) =>
        actions.place(
          { code, method: 'credit_card', items: [ticket('sandlark-pass-plan', holder, { age: '35-49' })] },
          when,
        ),
    });
    moments.push({
      at: new Date(at.getTime() + 2 * MINUTE_MS),
      happen: (actions, when) => actions.pay(code, 1, when),
    });
  };

  if (dueToday) {
    place(dueToday.orderedAt, '7Q4MXD', MILA);
    for (let position = 2; position <= dueToday.paidBefore; position += 1) {
      moments.push({
        at: after(dueToday.orderedAt, 31 * (position - 1)),
        happen: (actions, when) => actions.pay('7Q4MXD', position, when),
      });
    }
  }

  place(ago(70), '9K4DTE', JONAS);
  for (const days of [62, 61, 60, 59]) {
    moments.push({ at: ago(days, 30), happen: (actions, when) => actions.fail('9K4DTE', 3, 'declined', when) });
  }
  // The provider reports one cent too little: the money is in suspense, and the payment has a problem. It is settled
  // before the second payment is due, which would otherwise get another due date.
  moments.push({ at: ago(58, 30), happen: (actions, when) => actions.pay('9K4DTE', 3, when, -1) });
  moments.push({ at: ago(57, 30), happen: (actions, when) => actions.settleAsPartial('9K4DTE', when) });
  for (const days of [39, 35, 30]) {
    moments.push({ at: ago(days), happen: (actions, when) => actions.fail('9K4DTE', 2, 'declined', when) });
  }
  return moments;
}
