import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addToCart, removeFromCart } from './cart-actions.ts';
import { createCartStore } from './cart-store.ts';

interface Sent {
  name: string;
  cart: string | null;
}

let sent: Sent[] = [];
let answers: ((request: Sent) => { status: number; body: object })[] = [];

/** A fake of the shop's server. */
beforeEach(() => {
  sent = [];
  answers = [];
  vi.stubGlobal('fetch', async (url: string, init: { body: string }) => {
    const request: Sent = { name: url.replace('/api/', ''), cart: JSON.parse(init.body).cart };
    sent.push(request);
    const { status, body } = answers.shift()!(request);
    return new Response(JSON.stringify(body), { status });
  });
});
afterEach(() => vi.unstubAllGlobals());

const cartAnswer = (code: string, ...ids: string[]) => {
  const merchandise = ids.map((id) => ({
    id,
    shop_item_type: 'merchandise' as const,
    external_code: 'poster',
    merchandise: 'Poster',
    price: 2200,
    fee: 0,
    shop_image: null,
  }));
  const times = { expires_at: '2027-01-01T10:15:00Z', now: '2027-01-01T10:00:00Z' };
  return { status: 200, body: { cart: { code, ...times, products: [], merchandise, total_price: 2200 * ids.length } } };
};
const refusal = (status: number, message: string) => () => ({ status, body: { message } });
const poster = { kind: 'merchandise', externalCode: 'poster' } as const;

const keptCart = (code: string | null) => {
  let value = code;
  return {
    read: () => value,
    write: (next: string | null) => {
      value = next;
    },
    onOtherTab: () => () => {},
  };
};

test('two items that are added simultaneously without a cart are in one cart', async () => {
  const store = createCartStore();
  answers = [() => cartAnswer('new', '1'), () => cartAnswer('new', '1', '2')];
  await Promise.all([addToCart(store, poster), addToCart(store, poster)]);
  expect(sent).toEqual([
    { name: 'add-merchandise-to-cart', cart: null },
    { name: 'add-merchandise-to-cart', cart: 'new' },
  ]);
  expect(store.get().cart?.merchandise).toHaveLength(2);
});

test.each([404, 410])('an item is added to a new cart if the old one answers with %d', async (status) => {
  const kept = keptCart('old');
  const store = createCartStore({ kept });
  answers = [refusal(status, 'gone'), refusal(status, 'gone'), () => cartAnswer('new', '1')];
  await addToCart(store, poster);
  expect(sent.map(({ name, cart }) => `${name} ${cart}`)).toEqual([
    'add-merchandise-to-cart old',
    'get-cart old',
    'add-merchandise-to-cart null',
  ]);
  expect(kept.read()).toBe('new');
});

test('adding an item that is not on sale keeps the cart and throws the refusal', async () => {
  const kept = keptCart('alive');
  const store = createCartStore({ kept });
  answers = [refusal(404, 'This item is not on sale.'), () => cartAnswer('alive', '1')];
  await expect(addToCart(store, poster)).rejects.toThrow('This item is not on sale.');
  expect(kept.read()).toBe('alive');
  expect(sent).toHaveLength(2);
});

test('a refused change does not stop the next one', async () => {
  const store = createCartStore();
  answers = [refusal(409, 'sold out'), () => cartAnswer('new', '1')];
  const first = addToCart(store, poster);
  const second = addToCart(store, poster);
  await expect(first).rejects.toThrow('sold out');
  await second;
  expect(store.get().code).toBe('new');
});

test('removing a line from a cart that became an order in another tab forgets the cart', async () => {
  const kept = keptCart('ordered');
  const store = createCartStore({ kept });
  answers = [refusal(410, 'Your cart has already become an order.'), refusal(410, 'gone')];
  const [line] = cartAnswer('ordered', '1').body.cart.merchandise;
  await expect(removeFromCart(store, line!)).rejects.toThrow('already become an order');
  expect(kept.read()).toBeNull();
});
