import { demoActions } from '#apps/server/demo-actions.ts';
import { type OrderParts, orderParts } from '#apps/server/order-parts.ts';
import { findCustomerByEmail } from '#features/customers/server/public.ts';
import { cancelOrder, moveDueDate, recordTransfer, reviveEnded, undoTransfer } from '#features/desk/server/public.ts';
import type { Order } from '#features/orders/contract.ts';
import { reminderStages } from '#features/payment-plans/domain/reminders.ts';
import {
  mailInstalmentLink,
  moveInstalment,
  splitInstalment,
  undoPlanChange,
  waiveInstalments,
} from '#features/payment-plans/server/public.ts';
import { sandboxOnly } from '#features/payments/server/open-gateways.ts';
import { endRefund } from '#features/payments/server/sandbox/sandbox-money-store.ts';
import { correctBankDetails, createRefund, refuseRefund, startRefund } from '#features/refunds/server/public.ts';
import { loadShop } from '#features/shop-config/server/public.ts';
import { mailHoldersOfCancelled } from '#features/tickets/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import { minor } from '#kernel/money.ts';
import type { MailboxEntry } from '#platform/mail/mailbox.ts';
import { givenPerson } from './office-people.ts';
import { order as orderByCard, pressAt, purchase } from './purchase.ts';
import type { ShopApp } from './shop-app.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** Nearly the longest name that a mail may contain in its greeting. */
export const LONG_NAME = 'Wilhelmina Theodora van Nieuwenhuizen-Oosterschelde-Maas';
const LONG_EMAIL = 'wilhelmina.theodora.van.nieuwenhuizen-oosterschelde@post.larkduin-aan-zee.example.org';
const REASON = 'The dune path is closed by the storm of this week, and nobody can reach the camping there.';

/** Writes every kind of mail, most of them in several variants. Returns them, newest first. */
export async function writeEveryMail(app: ShopApp): Promise<MailboxEntry[]> {
  await writeAccountMails(app);
  await writeOfficeMails(app);
  await writeOrderMails(app);
  const answer = await app.fetch('/dev/mailbox.json');
  return (await answer.json()) as MailboxEntry[];
}

async function newestMail(app: ShopApp, to: string): Promise<MailboxEntry> {
  await app.settle();
  const [mail] = (await (await app.fetch(`/dev/mailbox.json?limit=1&to=${encodeURIComponent(to)}`)).json()) as [
    MailboxEntry,
  ];
  return mail;
}

async function callOrThrow(app: ShopApp, name: string, body: object) {
  const answer = await app.call(name, { request_key: crypto.randomUUID(), ...body });
  if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const tokenIn = (mail: MailboxEntry, pattern: RegExp): string => pattern.exec(mail.links.join('\n'))![1]!;

async function writeAccountMails(app: ShopApp): Promise<void> {
  await callOrThrow(app, 'register', { full_name: LONG_NAME, email: LONG_EMAIL, from: '/checkout' });
  const link = tokenIn(await newestMail(app, LONG_EMAIL), /\/login-link#([\w-]+)/);
  const { remember_token: token } = await callOrThrow(app, 'login-with-link', { link });
  await callOrThrow(app, 'register', { full_name: LONG_NAME, email: LONG_EMAIL, from: '/' });
  await callOrThrow(app, 'request-password-reset', { email: LONG_EMAIL });
  const code = tokenIn(await newestMail(app, LONG_EMAIL), /\/reset-password\/[^/\s]+\/([\w-]+)/);
  const password = 'larks-over-the-dunes-99';
  await callOrThrow(app, 'reset-password', { token: code, email: LONG_EMAIL, password });
  const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };
  const settings = { full_name: LONG_NAME, country: 'NL', address, old_password: password };
  const again = (await callOrThrow(app, 'login', { email: LONG_EMAIL, password })).remember_token ?? token;
  await callOrThrow(app, 'update-settings', { token: again, ...settings, email: 'mila@example.org' });
  await app.settle();
  const requested = `new-${LONG_EMAIL}`;
  await callOrThrow(app, 'update-settings', { token: again, ...settings, email: requested });
  await callOrThrow(app, 'confirm-email', {
    link: tokenIn(await newestMail(app, requested), /\/confirm-email#([\w-]+)/),
  });
}

/** Adds two owners, one of whom changes the other's roles and resets the sign-in. */
async function writeOfficeMails(app: ShopApp): Promise<void> {
  const owner = await givenPerson(app, LONG_NAME, ['owner']);
  const other = await givenPerson(app, 'Berta Vos', ['owner', 'finance', 'door-supervisor']);
  await owner.browser.done('staff-roles', { id: other.id, roles: ['owner', 'manager'] });
  await owner.browser.done('staff-reset-factors', { id: other.id });
}

async function writeOrderMails(app: ShopApp): Promise<void> {
  const { db, config } = app;
  const shop = await loadShop(db);
  const found = (await findCustomerByEmail(db, 'mila@example.org'))!;
  const customer = { ...found, fullName: LONG_NAME, country: 'NL', address: { ...found.address } };
  const orders = orderParts({ config, db, gateways: sandboxOnly(config, db) });
  const actions = demoActions({ config, db, shop, orders, customer });
  const token = await app.login();
  const ticket = (externalCode: string, age: string | null = '25-34', departure: string | null = null) => ({
    externalCode,
    holder: { fullName: LONG_NAME, email: 'holder@example.org', age, departure },
  });
  const now = () => app.clock.now();
  const place = (code: string, method: 'credit_card' | 'bank_transfer', ...items: ReturnType<typeof ticket>[]) =>
    actions.place({ code, method, items }, now());
  const orderNow = async (signs: string): Promise<Order> =>
    (await callOrThrow(app, 'get-data', { token })).data.orders.find(({ code }: Order) => code.endsWith(`-${signs}`));

  // There are more tickets than fit into one mail.
  const guests = Array.from({ length: 21 }, (_, index) => `Guest ${String.fromCharCode(97 + index)}`);
  await place(
    'MANY',
    'credit_card',
    ...guests.map((fullName) => ({
      externalCode: 'under-16-pass',
      holder: { fullName, email: 'holder@example.org', age: '12-15', departure: null },
    })),
  );
  await actions.pay('MANY', 1, now());

  await place('CARD', 'credit_card', ticket('sandlark-pass'), ticket('coach-cologne', null, 'thursday-noon'));
  await actions.pay('CARD', 1, now());
  await place('BANK', 'bank_transfer', ticket('saturday'));
  await actions.transfer('BANK', now(), 2_000);
  await place('PLAN', 'credit_card', ticket('sandlark-pass-plan'));
  await actions.pay('PLAN', 1, now());
  for (const [code, reason] of [
    ['VOID', REASON],
    ['GONE', ''],
  ] as const) {
    await place(code, 'bank_transfer', ticket('saturday'));
    if (reason) await actions.transfer(code, now(), 2_000);
    await cancelOrder(
      { ...orders, db },
      { code: (await orderNow(code)).code, reason, actor: commandLine('test') },
      now(),
    );
  }
  await place('SWAP', 'credit_card', ticket('saturday'));
  const { code, payment_checksum: checksum, payments } = await orderNow('SWAP');
  await callOrThrow(app, 'switch-to-bank-transfer', { order: code, checksum, reference: payments[0]!.reference });
  // These two are never paid.
  await place('LATE', 'credit_card', ticket('saturday'));
  await place('SLOW', 'bank_transfer', ticket('saturday'));
  await place('TIME', 'bank_transfer', ticket('saturday'));
  const later = new Date(now().getTime() + 20 * DAY_MS).toISOString().slice(0, 10);
  const moved = { code: (await orderNow('TIME')).code, day: later, actor: commandLine('test') };
  await moveDueDate({ db, shopUrl: config.shopUrl }, moved, now());

  // Money is recorded by mistake: once it pays the order, and once it revives the order.
  await place('OOPS', 'bank_transfer', ticket('saturday'));
  const money = { db, money: orders.money, currency: shop.public.currency };
  for (const [transaction, isCancelled] of [
    ['oops 1', false],
    ['oops 2', true],
  ] as const) {
    const { code: words, total_price: total } = await orderNow('OOPS');
    const actor = commandLine('test');
    if (isCancelled) await cancelOrder({ ...orders, db }, { code: words, reason: '', actor }, now());
    const wrong = { words, amount: minor(total), transaction, receivedAt: now(), actor };
    const recorded = await recordTransfer(money, wrong, now());
    if (!recorded.ok) throw new Error(recorded.error.kind);
    await undoTransfer(money, { receiptId: recorded.value.receiptId, actor }, now());
  }

  // A plan that staff change, and an order that they revive.
  await place('DESK', 'bank_transfer', ticket('sandlark-pass-plan'));
  const plan = await orderNow('DESK');
  const desk = { db, money: orders.money };
  const actor = commandLine('test');
  const first = {
    words: plan.code,
    amount: minor(plan.payments[0]!.amount),
    transaction: 'desk',
    receivedAt: now(),
    actor,
  };
  await recordTransfer(money, first, now());
  const [second, last] = [plan.payments[1]!.reference, plan.payments[3]!];
  const day = (later: number) => new Date(Date.parse(last.due_at) + later * DAY_MS).toISOString().slice(0, 10);
  await mailInstalmentLink(desk, { reference: second, actor }, now());
  await moveInstalment(desk, { reference: last.reference, day: day(9), movesLaterInstalments: false, actor }, now());
  const split = { reference: last.reference, amount: 2_000, firstDay: '', secondDay: day(20), actor };
  await splitInstalment(desk, split, now());
  await waiveInstalments(desk, { reference: second, amount: null, reason: REASON, actor }, now());
  const change = await db.row<{ id: number }>('select max(id) as id from plan_changes');
  await undoPlanChange(desk, { order: plan.code, change: change!.id, actor }, now());
  await cancelOrder({ ...orders, db }, { code: plan.code, reason: '', actor }, now());
  await reviveEnded(desk, { code: plan.code, actor }, now());

  // This order is paid by transfer, and then by card too.
  const twice = await orderByCard(app, token, ['saturday']);
  const transfer = {
    words: twice.order.code,
    amount: minor(twice.order.total_price),
    transaction: 'twice',
    actor: 'test',
  };
  const transferParts = { db, money: orders.money, currency: shop.public.currency };
  await recordTransfer(transferParts, { ...transfer, receivedAt: now(), actor: commandLine('test') }, now());
  await pressAt(app, twice.url!, 'paid');
  // This sends a notice to the operator.
  await app.travel(60_000);

  for (const [code, method] of [
    ['TEL1', 'bank_transfer'],
    ['TEL2', 'credit_card'],
  ] as const) {
    await actions.placeByPhone({ code, method, items: [ticket('saturday')] }, now());
    const phoned = await orderNow(code);
    await callOrThrow(app, 'accept-terms-and-conditions', { order: phoned.code, checksum: phoned.checksum });
  }

  await place('BACK', 'credit_card', ticket('sandlark-pass'), ticket('dune-camping', null));
  await actions.pay('BACK', 1, now());
  await actions.requestRefundOf('BACK', 'Festival Pass, four days', now());
  await actions.cancelRefund('BACK', 1, now());
  await actions.requestRefundOf('BACK', 'Dune camping, per person', now());
  await actions.startRefund('BACK', 2, now());
  await actions.finishRefund('BACK', 2, now());
  await writeRefundMails(app, orders, (await orderNow('BACK')).code, () =>
    actions.requestRefundOf('BACK', 'Festival Pass, four days', now()),
  );

  await writeClosedCardMails(app, token, orders);
  await writeCancelledTicketMails(app, token);
  await actions.changeCoach('CARD', 'coach-cologne', 'thursday-early', now());
  await changeTickets(app, token, await orderNow('CARD'));
  await callOrThrow(app, 'email-tickets', { email: 'holder@example.org' });
  await app.settle();
  await app.travel(10 * DAY_MS);
  // This is the morning of each reminder of the plan's second payment.
  const dueAt = Date.parse((await orderNow('PLAN')).payments[1]!.due_at);
  for (const { days } of reminderStages) await app.travel(dueAt + days * DAY_MS + 10 * HOUR_MS - now().getTime());
  await writeCardMails(app, token);
}

/** Makes a refused request, one whose bank details are corrected, and a refund without a request. */
async function writeRefundMails(
  app: ShopApp,
  { refunds }: OrderParts,
  code: string,
  request: () => Promise<void>,
): Promise<void> {
  const now = () => app.clock.now();
  const actor = commandLine('test');
  await request();
  await refuseRefund(refunds, { code: `${code}-R3`, reason: REASON, actor }, now());
  await request();
  const details = {
    country: 'NL',
    ownerFullName: LONG_NAME,
    ownerAddress: { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' },
    bankName: 'Duinbank',
    bankCity: 'Noorderzand',
    bic: 'ABNANL2A',
    iban: 'NL91ABNA0417164300',
    account: '',
  };
  await correctBankDetails(refunds, { code: `${code}-R4`, details, actor }, now());
  await refuseRefund(refunds, { code: `${code}-R4`, reason: REASON, actor }, now());
  const wholeOrder = { orderCode: code, codes: [], fees: 'returned', shipping: null, amount: null } as const;
  await createRefund(refunds, { ...wholeOrder, reason: REASON, actor }, now());
}

/** Cancels a departure that has a holder who did not buy the ticket. */
async function writeCancelledTicketMails(app: ShopApp, token: string): Promise<void> {
  const order = await purchase(app, token, ['coach-brussels', 'coach-brussels']);
  const ticketIds = (
    await app.db.rows<{ id: number }>(
      `update tickets set email = 'holder@example.org'
       where order_id = (select id from orders where code = $1) returning id`,
      [order.code],
    )
  ).map(({ id }) => id);
  await app.db.transaction(async (tx) => {
    const parts = { shop: await loadShop(tx), shopUrl: app.url };
    const cancelled = { key: 'sample', ticketIds, buyerEmail: '', reason: REASON };
    await mailHoldersOfCancelled(tx, parts, cancelled, app.clock.now());
  });
}

/** Makes a refund to a card that is closed. */
async function writeClosedCardMails(app: ShopApp, token: string, { refunds }: OrderParts): Promise<void> {
  const { order, url } = await orderByCard(app, token, ['saturday']);
  await pressAt(app, url!, 'paid');
  const actor = commandLine('test');
  const wholeOrder = { orderCode: order.code, codes: [], fees: 'kept', shipping: null, amount: null } as const;
  await createRefund(refunds, { ...wholeOrder, reason: REASON, actor }, app.clock.now());
  const code = `${order.code}-R1`;
  await startRefund({ ...refunds, gateways: app.gateways }, { code, actor }, app.clock.now());
  await app.settle();
  const sent = await app.db.row<{ id: string }>('select id from sandbox_refunds order by created_at desc limit 1');
  await endRefund(app.db, sent!.id, { status: 'failed', reason: 'the account is closed' }, app.clock.now());
  await app.settle();
}

/** Makes three plans with saved cards: one card is declined, one needs its customer, and one is removed. */
async function writeCardMails(app: ShopApp, token: string): Promise<void> {
  const buy = async (card: string) => {
    const placed = await orderByCard(app, token, ['sandlark-pass-plan'], null, 'credit_card', { savesCard: true });
    await pressAt(app, placed.url!, 'paid', card);
    return placed.order;
  };
  const { payments } = await buy('declines');
  await buy('needs_customer');
  await buy('pays');
  await app.settle();
  const { id } = (await app.db.row<{ id: string }>(`select id from sandbox_cards where behaviour = 'pays'`))!;
  const removed = { gatewayCustomer: '', id, label: '', expires: null };
  await app.gateways.forNewPayments.forget!(removed, app.clock.now());
  const due = Date.parse(payments[1]!.due_at);
  for (const days of [-7, 0, 3, 7]) await app.travel(due + days * DAY_MS + 10 * HOUR_MS - app.clock.now().getTime());
}

async function changeTickets(app: ShopApp, token: string, order: Order): Promise<void> {
  const { code, email } = order.tickets.find(({ travel_time }) => travel_time === null)!;
  const ticket = { token, order_id: order.code, age: '25-34', reassign: false, note: 'For you' };
  const older = { ...ticket, code, full_name: LONG_NAME, email, age: '35-49' };
  await callOrThrow(app, 'change-ticket', older);
  const renamed = await callOrThrow(app, 'change-ticket', { ...older, full_name: 'Noor de Wit' });
  const reassigned = { ...older, code: renamed.code ?? code, full_name: 'Noor Bakker', email: 'noor@example.org' };
  await callOrThrow(app, 'change-ticket', { ...reassigned, reassign: true });
}
