import { describe, expect, test, vi } from 'vitest';
import { itemForSale } from '#features/catalogue/server/public.ts';
import { holdStock } from '#features/stock/server/public.ts';
import { givenItem, itemCounters } from '#features/stock/testing.ts';
import {
  addProduct,
  anyShop,
  countOf,
  customerId,
  database,
  dbs,
  expectAgreement,
  givenCartRaces,
  holder,
  NOW,
  SHOPS,
  shops,
} from '../../../../test/support/cart-races.ts';
import { addItem } from '../domain/add-item.ts';
import { freezeItem } from './add-batch.ts';
import { cartByCode, linesOfCarts } from './cart-life-store.ts';
import { insertLines } from './cart-store.ts';

givenCartRaces();

describe('one cart that is used by many requests at once', () => {
  async function createEmptyCart(): Promise<string> {
    const tee = await givenItem(database.db, { kind: 'merchandise' });
    const { cart } = (await shops[0]!.call('add-merchandise-to-cart', { external_code: tee.externalCode })).body;
    await shops[0]!.call('remove-merchandise-from-cart', {
      cart: cart.code,
      cart_merchandise_id: cart.merchandise[0]!.id,
    });
    return cart.code;
  }

  test('of 30 items added in parallel, only as many as the limit per order are accepted', async () => {
    const lodge = await givenItem(database.db, { capacity: 100, limitPerOrder: 3 });
    const cart = await createEmptyCart();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => addProduct(index, lodge.externalCode, { cart })),
    );
    expect(countOf(answers)).toEqual({ 200: 3, 409: 27 });
    expect((await itemCounters(database.db, lodge.id)).held).toBe(3);
    await expectAgreement();
  });

  test('a decision based on an unlocked cart breaks the limit', async () => {
    const lodge = await givenItem(database.db, { capacity: 100, limitPerOrder: 3 });
    const code = await createEmptyCart();
    const item = (await itemForSale(database.db, lodge.externalCode))!;
    const AT_ONCE = 4;
    let counted = 0;
    const add = (index: number) =>
      dbs[index % SHOPS]!.stockTransaction(async (tx) => {
        const cart = (await cartByCode(tx, code))!;
        const allowed = addItem(await linesOfCarts(tx, [cart.id]), item, holder(index).full_name);
        counted += 1;
        // All have counted before any of them writes.
        await vi.waitUntil(() => counted === AT_ONCE, { timeout: 20_000, interval: 1 });
        if (!allowed.ok) return;
        const [unit] = await holdStock(tx, [{ itemId: item.id, departureId: null, heldUntil: cart.expiresAt }], NOW);
        if (!unit?.ok) return;
        await insertLines(tx, [
          {
            ...item,
            ...cart,
            cartId: cart.id,
            itemId: item.id,
            departureId: null,
            unitId: unit.value,
            fullName: holder(index).full_name,
            email: holder(index).email,
            age: null,
            frozen: freezeItem(item, null),
            requestKey: null,
          },
        ]);
      });
    await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => add(index)));
    expect((await itemCounters(database.db, lodge.id)).held).toBe(AT_ONCE);
  });

  test('a payment-plan item and another item are never both added', async () => {
    const plan = await givenItem(database.db, { paymentPlan: [{ amount: 10_500 }] });
    const pass = await givenItem(database.db);
    for (let round = 0; round < 15; round += 1) {
      const cart = await createEmptyCart();
      const answers = await Promise.all([
        addProduct(0, plan.externalCode, { cart }),
        addProduct(1, pass.externalCode, { cart }),
        addProduct(2, plan.externalCode, { cart }),
      ]);
      expect(countOf(answers)).toEqual({ 200: 1, 409: 2 });
    }
    await expectAgreement();
  });

  test('the same holder is added once', async () => {
    const pass = await givenItem(database.db);
    const cart = await createEmptyCart();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => addProduct(index, pass.externalCode, { cart, ...holder(0) })),
    );
    expect(countOf(answers)).toEqual({ 200: 1, 422: 11 });
  });

  test('a line that many requests remove returns one unit', async () => {
    const pass = await givenItem(database.db, { capacity: 5 });
    const { cart } = (await addProduct(0, pass.externalCode)).body;
    await addProduct(1, pass.externalCode, { cart: cart.code });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        anyShop(index).call('remove-product-from-cart', { cart: cart.code, cart_product_id: cart.products[0]!.id }),
      ),
    );
    expect(countOf(answers)).toEqual({ 200: 1, 404: 11 });
    expect((await itemCounters(database.db, pass.id)).held).toBe(1);
    await expectAgreement();
  });

  test('of 20 parallel extensions, ten succeed', async () => {
    const cart = await createEmptyCart();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        anyShop(index).call('extend-cart', { cart, token: `customer-${customerId}` }),
      ),
    );
    expect(countOf(answers)).toEqual({ 200: 10, 409: 10 });
  });

  test('if two customers use it at once, it belongs to one of them', async () => {
    const other = await database.db.row<{ id: number }>(
      `insert into customers (email, email_key, full_name, created_at)
       values ('b@example.org', 'b@example.org', 'B', now())
       returning id`,
    );
    for (let round = 0; round < 10; round += 1) {
      const cart = await createEmptyCart();
      const answers = await Promise.all([
        shops[0]!.call('get-cart', { cart, token: `customer-${customerId}` }),
        shops[1]!.call('get-cart', { cart, token: `customer-${other!.id}` }),
      ]);
      expect(countOf(answers)).toEqual({ 200: 1, 404: 1 });
    }
  });
});
