import { demoActions } from '#apps/server/demo-actions.ts';
import { DEMO_LOGIN } from '#apps/server/demo-customer.ts';
import { orderParts } from '#apps/server/order-parts.ts';
import { createCustomerWithPassword, findCustomerByEmail } from '#features/customers/server/public.ts';
import type { Order } from '#features/orders/contract.ts';
import { moveInstalment, splitInstalment, waiveInstalments } from '#features/payment-plans/server/public.ts';
import { sandboxOnly } from '#features/payments/server/public.ts';
import { makeTransferFile } from '#features/refunds/server/public.ts';
import { loadShop } from '#features/shop-config/server/public.ts';
import { commandLine } from '#kernel/actor.ts';
import { minor } from '#kernel/money.ts';
import { readConfig } from '#platform/config/config.ts';
import { type Db, openDb } from '#platform/db/db.ts';
import type { MailboxEntry } from '#platform/mail/mailbox.ts';
import { createPasswords } from '#platform/secrets/passwords.ts';
import { type GalleryShop, SECRET_KEY } from './shops.ts';
import { whenNotBusy } from './when-not-busy.ts';

/** Who views a page: a visitor, the demo's customer, or somebody with an account but no orders. */
export type Viewer = 'visitor' | 'mila' | 'newcomer';

/** The open shop, with an order in every status that the demo lacks. */
export interface World {
  shop: GalleryShop;
  db: Db;
  /** Returns a login token. `newcomer` only exists in the open shop. */
  token(viewer: Exclude<Viewer, 'visitor'>, shop: GalleryShop): Promise<string>;
  order(suffix: string): Order;
  /** Returns the code of the order's first ticket with this product's name. */
  ticket(suffix: string, product: string): string;
  /** Returns the address of the page that pays one part of an order. */
  payPath(suffix: string, position: number): string;
  termsPath(suffix: string): string;
  /** Returns the cart's code. With `endsInSeconds` the cart ends after that many seconds. */
  cart(items: readonly CartItem[], endsInSeconds?: number): Promise<string>;
  mails(): Promise<MailboxEntry[]>;
  close(): Promise<void>;
}

interface CartItem {
  code: string;
  name?: string;
  /** Whether the item is merchandise, a shirt or a poster. */
  isMerchandise?: boolean;
  hasAge?: boolean;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export async function makeWorld(shop: GalleryShop): Promise<World> {
  const db = openDb({ connection: { connectionString: shop.databaseUrl } });
  await makeOrders(shop, db);
  const tokens = {
    mila: await tokenOf(shop, DEMO_LOGIN.email, DEMO_LOGIN.password),
    newcomer: await createNewcomer(shop, db),
  };
  const data = (await callShop(shop, 'get-data', { token: tokens.mila })).data as { orders: Order[] };
  const order = (suffix: string): Order => {
    const found = data.orders.find(({ code }) => code.endsWith(`-${suffix}`));
    if (!found) throw new Error(`There is no order ${suffix}.`);
    return found;
  };
  return {
    shop,
    db,
    token: async (viewer, at) =>
      at.origin === shop.origin ? tokens[viewer] : await tokenOf(at, DEMO_LOGIN.email, DEMO_LOGIN.password),
    order,
    ticket(suffix, product) {
      const found = order(suffix).tickets.find((ticket) => ticket.product === product);
      if (!found) throw new Error(`${suffix} has no ticket ${product}.`);
      return found.code;
    },
    payPath(suffix, position) {
      const { code, checksum, payments } = order(suffix);
      return `/payment-plan-payment/${code}/${checksum}/${payments[position - 1]!.reference}`;
    },
    termsPath: (suffix) => `/accept-tcs/${order(suffix).code}/${order(suffix).checksum}`,
    async cart(items, endsInSeconds) {
      let cart: string | null = null;
      for (const item of items) {
        const holder = { full_name: item.name ?? 'Noor de Wit', email: 'noor@example.org' };
        const wanted = { cart, external_code: item.code, ...(item.hasAge !== false && { age: '25-34' }) };
        const answer: { cart: { code: string } } = item.isMerchandise
          ? await callShop(shop, 'add-merchandise-to-cart', { cart, external_code: item.code })
          : await callShop(shop, 'add-product-to-cart', { ...wanted, ...holder });
        cart = answer.cart.code;
      }
      if (endsInSeconds !== undefined) {
        const endsAt = new Date(Date.now() + endsInSeconds * 1_000);
        await db.run('update carts set expires_at = $2 where code = $1', [cart, endsAt]);
      }
      return cart!;
    },
    mails: () => mailsOf(shop),
    close: () => db.end(),
  };
}

async function saveCard(db: Db, code: string): Promise<void> {
  await db.run(
    `with c as (
       insert into charge_consents (order_id, text, agreed_at)
       select id, '', created_at from orders where code = $1
       returning id, order_id, agreed_at
     )
     insert into saved_methods (order_id, consent_id, gateway, gateway_customer, method, label, expires, saved_at)
     select order_id, id, 'sandbox', '', 'gallery', 'Visa •••• 4242', '2028-11', agreed_at from c`,
    [code],
  );
}

/** Creates orders through the shop's use cases, like the demo's own orders. */
async function makeOrders(open: GalleryShop, db: Db): Promise<void> {
  const config = readConfig({
    DATABASE_URL: open.databaseUrl,
    SECRET_KEY,
    SHOP_URL: open.origin,
    SHOP_ENV: 'development',
  });
  const shop = await loadShop(db);
  const found = (await findCustomerByEmail(db, DEMO_LOGIN.email))!;
  const customer = { ...found, country: found.country ?? 'NL', address: { ...found.address } };
  const orders = orderParts({ config, db, gateways: sandboxOnly(config, db) });
  const actions = demoActions({ config, db, shop, orders, customer });
  const now = Date.now();
  const minutesAgo = (minutes: number) => new Date(now - minutes * MINUTE_MS);
  const daysAgo = (count: number) => minutesAgo((count * DAY_MS) / MINUTE_MS);
  const ticket = (
    externalCode: string,
    fullName = 'Noor de Wit',
    age: string | null = '25-34',
    departure: string | null = null,
  ) => ({ externalCode, holder: { fullName, email: 'noor@example.org', age, departure } });
  const byCard = (code: string, ...items: ReturnType<typeof ticket>[]) => ({
    code,
    method: 'credit_card' as const,
    items,
  });

  await actions.place(byCard('CARD', ticket('saturday')), minutesAgo(4));
  await actions.place(byCard('WAY2', ticket('saturday')), minutesAgo(6));
  await actions.leaveWithProvider('WAY2', 1, minutesAgo(5));
  await actions.place(byCard('PRB4', ticket('saturday')), daysAgo(2));
  await actions.pay('PRB4', 1, daysAgo(2), -1);
  await actions.place({ ...byCard('PART', ticket('saturday')), method: 'bank_transfer' }, daysAgo(3));
  await actions.transfer('PART', daysAgo(1), 2_000);
  // A plan whose second instalment is being processed.
  await actions.place(byCard('PLN2', ticket('sandlark-pass-plan')), daysAgo(34));
  await actions.pay('PLN2', 1, daysAgo(34));
  await actions.leaveWithProvider('PLN2', 2, minutesAgo(8));
  // A plan whose later instalments are charged to the card.
  await actions.place(byCard('PLNS', ticket('sandlark-pass-plan')), daysAgo(10));
  await actions.pay('PLNS', 1, daysAgo(10));
  await saveCard(db, 'SLK-PLNS');
  // A plan that staff have changed: the second instalment is later, part of the third is waived, the last is split.
  await actions.place({ ...byCard('PLNM', ticket('sandlark-pass-plan')), method: 'bank_transfer' }, daysAgo(10));
  await actions.transfer('PLNM', daysAgo(9), 14_400);
  const desk = { db, money: orders.money };
  const by = { actor: commandLine('gallery') };
  const dayIn = (count: number) => daysAgo(-count).toISOString().slice(0, 10);
  const at = minutesAgo(3);
  const part = (position: number) => `SLK-PLNM-${position}`;
  await moveInstalment(desk, { reference: part(2), day: dayIn(28), movesLaterInstalments: false, ...by }, at);
  await waiveInstalments(desk, { reference: part(3), amount: minor(1_800), reason: 'The coach was late.', ...by }, at);
  await splitInstalment(
    desk,
    { reference: part(4), amount: minor(2_000), firstDay: '', secondDay: dayIn(110), ...by },
    at,
  );
  // A plan, and an order in one payment, that have used up their card attempts.
  await actions.place(byCard('MAX5', ticket('sandlark-pass-plan')), daysAgo(36));
  await actions.pay('MAX5', 1, daysAgo(36));
  for (let minute = 50; minute > 45; minute -= 1) await actions.fail('MAX5', 2, 'declined', minutesAgo(minute));
  await actions.place(byCard('MAXC', ticket('saturday')), minutesAgo(14));
  for (let minute = 13; minute > 7; minute -= 1) await actions.fail('MAXC', 1, 'declined', minutesAgo(minute));
  // A completely refunded plan, and one with a requested refund.
  for (const code of ['PLNR', 'PLNA']) {
    await actions.place(byCard(code, ticket('sandlark-pass-plan')), daysAgo(20));
    await actions.pay(code, 1, daysAgo(20));
    await actions.requestRefundOf(code, 'Festival Pass on a plan', daysAgo(15));
  }
  await actions.startRefund('PLNR', 1, daysAgo(14));
  await actions.finishRefund('PLNR', 1, daysAgo(12));
  // One refund that the bank returned, and one that was cancelled.
  await actions.place(byCard('RFND', ticket('sandlark-pass'), ticket('dune-camping', 'Noor de Wit', null)), daysAgo(9));
  await actions.pay('RFND', 1, daysAgo(9));
  await actions.requestRefundOf('RFND', 'Dune camping, per person', daysAgo(8));
  await actions.startRefund('RFND', 1, daysAgo(7));
  await actions.holdRefund('RFND', 1, daysAgo(6));
  await actions.requestRefundOf('RFND', 'Festival Pass, four days', daysAgo(5));
  await actions.cancelRefund('RFND', 2, daysAgo(4));
  // An order whose card refused the refund.
  await actions.place(byCard('ACCT', ticket('sandlark-pass')), daysAgo(9));
  await actions.pay('ACCT', 1, daysAgo(9));
  await actions.requestRefundOf('ACCT', 'Festival Pass, four days', daysAgo(8));
  await actions.startRefund('ACCT', 1, daysAgo(7));
  await db.run(`update refunds set bank_sealed = null, bank_country = null, to_card = true where code = 'SLK-ACCT-R1'`);
  // Refunds by bank transfer: one paid, one returned by the bank, one in a file that waits for a second person, and
  // one for the next file.
  for (const code of ['FIL2', 'FIL3', 'FIL4', 'FIL5']) {
    await actions.place(byCard(code, ticket('sandlark-pass')), daysAgo(9));
    await actions.pay(code, 1, daysAgo(9));
    await actions.requestRefundOf(code, 'Festival Pass, four days', daysAgo(8));
  }
  const makeFile = async (by: string, at: Date) => {
    const staff = await db.row<{ id: number; name: string }>('select id, name from staff where email like $1', [
      `${by}@%`,
    ]);
    await makeTransferFile(orders.refunds, { actor: { kind: 'staff', ...staff!, sessionId: 0 } }, at);
  };
  await actions.startRefund('FIL2', 1, daysAgo(7));
  await actions.startRefund('FIL3', 1, daysAgo(7));
  await makeFile('joris', daysAgo(6));
  await actions.finishRefund('FIL2', 1, daysAgo(5));
  await actions.holdRefund('FIL3', 1, daysAgo(4));
  await actions.startRefund('FIL4', 1, daysAgo(4));
  await makeFile('joris', daysAgo(3));
  await db.run('update transfer_files set needs_approval = true where id = (select max(id) from transfer_files)');
  await actions.startRefund('FIL5', 1, daysAgo(2));
  // Fresh orders, for states that change them.
  for (const code of ['NEW2', 'NEW3']) {
    await actions.place(
      byCard(
        code,
        ticket('sandlark-pass', 'Mila Okonkwo'),
        ticket('sandlark-pass'),
        ticket('coach-brussels', 'Mila Okonkwo', null),
      ),
      daysAgo(3),
    );
    await actions.pay(code, 1, daysAgo(3));
  }
  await actions.place(byCard('NEW4', ticket('coach-cologne', 'Noor de Wit', null, 'thursday-noon')), daysAgo(2));
  await actions.pay('NEW4', 1, daysAgo(2));
  await actions.placeByPhone({ ...byCard('TERM', ticket('saturday')), method: 'bank_transfer' }, daysAgo(1));
}

// biome-ignore lint/suspicious/noExplicitAny: the contract describes the answer.
async function callShop(shop: GalleryShop, name: string, body: object): Promise<any> {
  const answer = await whenNotBusy(() =>
    fetch(`${shop.origin}/api/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
  const answered = await answer.json();
  if (answer.status !== 200) throw new Error(`${name}: ${JSON.stringify(answered)}`);
  return answered;
}

const tokenOf = async (shop: GalleryShop, email: string, password: string): Promise<string> =>
  (await callShop(shop, 'login', { email, password })).remember_token;

async function createNewcomer(shop: GalleryShop, db: Db): Promise<string> {
  const who = { fullName: 'Ines Marques', email: 'ines@example.org', password: 'before-the-first-order' };
  await createCustomerWithPassword(db, who, createPasswords(), new Date());
  return await tokenOf(shop, who.email, who.password);
}

async function mailsOf(shop: GalleryShop): Promise<MailboxEntry[]> {
  return (await (await whenNotBusy(() => fetch(`${shop.origin}/dev/mailbox.json`))).json()) as MailboxEntry[];
}
