import { createHmac, randomUUID } from 'node:crypto';
import { derivedKey } from '#platform/secrets/derived-key.ts';
import type { Answer, ShopApp } from '../support/shop-app.ts';
import type { TwoShops } from './two-shops.ts';

const address = { street: 'Zandpad 12', postal_code: '4325 AB', city: 'Noorderzand' };
const key = derivedKey(Buffer.alloc(32, 7), 'sandbox-gateway');

let holders = 0;
/** Returns a name in letters that no ticket had before. */
function newHolder(): string {
  holders += 1;
  const letters = holders.toString(26).replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)));
  return `Holder ${letters}`;
}

/** Adds an item to a new cart, or to `more.cart`. */
export const add = (two: TwoShops, turn: number, item: string, more: object = {}): Promise<Answer> =>
  two.call(turn, 'add-product-to-cart', {
    token: two.token,
    external_code: item,
    full_name: newHolder(),
    email: 'holder@example.org',
    age: item === 'saturday' ? '25-34' : null,
    ...more,
  });

/** Returns the code of a cart with one ticket of an item that does not run out. */
export async function makeCart(two: TwoShops, turn: number, item = 'saturday'): Promise<string> {
  const { status, body } = await add(two, turn, item);
  if (status !== 200) throw new Error(`${item} was refused: ${JSON.stringify(body)}`);
  return body.cart.code;
}

export const checkoutOf = (two: TwoShops, cart: string, voucher: string | null = null) => ({
  token: two.token,
  data: 'none',
  cart,
  customer: { country: 'NL', address },
  order: { payment_method: 'credit_card', accepted_ts_and_cs: true },
  voucher_code: voucher,
});

export const checkout = (two: TwoShops, turn: number, cart: string, voucher: string | null = null): Promise<Answer> =>
  two.call(turn, 'checkout-cart', checkoutOf(two, cart, voucher));

export interface Placed {
  readonly code: string;
  /** The reference of the order's first attempt to pay. */
  readonly attempt: string;
  readonly amount: number;
}

export async function placeOrder(two: TwoShops, item = 'saturday', voucher: string | null = null): Promise<Placed> {
  const { status, body } = await checkout(two, 0, await makeCart(two, 0, item), voucher);
  if (status !== 200) throw new Error(`No order: ${JSON.stringify(body)}`);
  return { code: body.order.code, attempt: `${body.order.payments[0].reference}-1`, amount: body.order.total_price };
}

let movements = 0;
/** Returns a new id that a gateway gives a movement of money. */
export const newMovement = (): string => {
  movements += 1;
  return `movement-${movements}`;
};

/** Sends the gateway's message that an order is paid. Returns the answer's status. */
export const reportPaid = (shop: ShopApp, order: Placed, transaction: string): Promise<number> =>
  send(shop, order, { status: 'paid', transaction });

/** Sends the message that the attempt was declined. */
export const reportDeclined = (shop: ShopApp, order: Placed): Promise<number> =>
  send(shop, order, { status: 'declined', transaction: null });

/** Sends a message signed like the sandbox's. */
async function send(shop: ShopApp, { attempt, amount }: Placed, update: object): Promise<number> {
  const body = JSON.stringify({ event: randomUUID(), reference: attempt, amount, currency: 'EUR', ...update });
  const seconds = Math.floor(shop.clock.now().getTime() / 1_000);
  const signature = createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex');
  const answer = await shop.fetch('/payments/callback/sandbox', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sandbox-signature': `t=${seconds},v1=${signature}` },
    body,
  });
  await answer.body?.cancel();
  await shop.server.inbox.idle();
  return answer.status;
}

/** A twin (the same race without a guard) proves nothing if it has not gone wrong after this many rounds. */
const MAX_ROUNDS = 25;

/** Repeats a twin's race until it goes wrong. Returns the number of rounds, or null if all of them went well. */
export async function roundsUntilWrong(
  goesWrong: () => Promise<boolean>,
  maxRounds = MAX_ROUNDS,
): Promise<number | null> {
  for (let round = 1; round <= maxRounds; round += 1) if (await goesWrong()) return round;
  return null;
}
