import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AddedItem, addItem, type CartLineFacts, limitReached, MAX_LINES } from './add-item.ts';
import { type CartState, cartAfterAdd, expiryAfterAdd, hasExpired, latestEnd, openCart, secondsLeft } from './cart.ts';
import { isAddOn, lacksEntryTicket } from './entry-ticket.ts';
import { extendedCart } from './extend-cart.ts';
import { hasTicketAlready, isSameHolder } from './same-holder.ts';

const NOW = new Date('2027-03-01T10:00:00Z');
const at = (minutes: number, ms = 0) => new Date(NOW.getTime() + minutes * 60_000 + ms);

const paymentPlan = [{ amount: 10_500 }];
const pass: AddedItem = { externalCode: 'pass', name: 'Festival Pass', paymentPlan: [], limitPerOrder: 0 };
const plan: AddedItem = { externalCode: 'plan', name: 'Pass on a plan', paymentPlan, limitPerOrder: 1 };
const line = ({
  fullName = 'Grace Hopper',
  ...frozen
}: Partial<CartLineFacts['frozen'] & Pick<CartLineFacts, 'fullName'>> = {}): CartLineFacts => ({
  frozen: { externalCode: 'coach', paymentPlan: [], ...frozen },
  fullName,
});
const kind = (lines: CartLineFacts[], item: AddedItem, name: string | null = 'Ada Lovelace') => {
  const result = addItem(lines, item, name);
  return result.ok ? 'added' : result.error.kind;
};

describe('an item that is added to a cart', () => {
  test('is accepted in an empty cart and next to other items', () => {
    expect(kind([], pass)).toBe('added');
    expect(kind([line()], pass)).toBe('added');
    expect(kind([], plan)).toBe('added');
  });

  test('is refused if the cart has a payment-plan item', () => {
    const planned = line({ externalCode: 'plan', paymentPlan });
    expect(kind([planned], pass)).toBe('plan_item_in_cart');
    expect(kind([planned], plan)).toBe('plan_item_in_cart');
    expect(kind([planned], { ...pass, externalCode: 'tee' }, null)).toBe('plan_item_in_cart');
  });

  test('is refused if it has a payment plan and the cart is not empty', () => {
    expect(kind([line()], plan)).toBe('plan_item_alone');
    expect(kind([line({ fullName: null })], plan)).toBe('plan_item_alone');
  });

  test('counts towards the limit with the same item’s units in this cart; 0 is no limit', () => {
    const two = [line({ externalCode: 'pass' }), line({ externalCode: 'pass', fullName: 'Alan Turing' })];
    expect(kind(two, { ...pass, limitPerOrder: 3 })).toBe('added');
    expect(addItem(two, { ...pass, limitPerOrder: 2 }, 'Ada Lovelace')).toEqual({
      ok: false,
      error: { kind: 'limit_per_order', product: 'Festival Pass', limit: 2 },
    });
    expect(kind(two, { ...pass, limitPerOrder: 0 })).toBe('added');
    expect(limitReached(['pass', 'mug', 'pass'], { ...pass, limitPerOrder: 3 })).toBeNull();
    expect(limitReached(['pass', 'mug', 'pass'], { ...pass, limitPerOrder: 2 })).toEqual({
      kind: 'limit_per_order',
      product: 'Festival Pass',
      limit: 2,
    });
    expect(kind(two, { ...pass, externalCode: 'other', limitPerOrder: 1 })).toBe('added');
  });

  test('is refused if its holder has the same product already; merchandise has no holder', () => {
    const ada = line({ externalCode: 'pass', fullName: 'ADA  LOVELACE' });
    expect(kind([ada], pass, 'Ada Lovelace')).toBe('already_in_cart');
    expect(kind([ada], { ...pass, externalCode: 'coach' }, 'Ada Lovelace')).toBe('added');
    expect(kind([line({ externalCode: 'tee', fullName: null })], { ...pass, externalCode: 'tee' }, null)).toBe('added');
  });

  test('is refused if the cart is full', () => {
    const many = Array.from({ length: MAX_LINES }, () => line({ fullName: null }));
    expect(kind(many, pass)).toBe('cart_full');
    expect(kind(many.slice(1), pass)).toBe('added');
  });
});

describe('holders', () => {
  test.each([
    ['Ada Lovelace', 'ada lovelace'],
    ['Ada Lovelace', '  Ada \t Lovelace '],
    ['José Álvarez', 'Jose Alvarez'],
    ['Jose\u0301', 'José'],
    ['Strauß', 'STRAUSS'],
    ['Žarko Šimić', 'zarko simic'],
  ])('%s and %s are the same', (one, other) => expect(isSameHolder(one, other)).toBe(true));

  test.each([
    ['Ada Lovelace', 'Ada Lovelac'],
    ['Ada Lovelace', 'AdaLovelace'],
    ['Ada Lovelace', 'Lovelace Ada'],
  ])('%s and %s are different', (one, other) => expect(isSameHolder(one, other)).toBe(false));

  test('of other products do not count', () => {
    expect(hasTicketAlready([{ externalCode: 'coach', fullName: 'Ada' }], 'pass', 'Ada')).toBe(false);
  });
});

describe('an add-on', () => {
  const camping = { type: 'addon', eventId: '1' };
  const entry = { type: 'ticket', eventId: '1', fullName: 'Ada Lovelace' };

  test('is any ticket item other than an entry ticket', () => {
    expect([isAddOn({ type: 'ticket' }), isAddOn({ type: 'transport' }), isAddOn({ type: 'addon' })]).toEqual([
      false,
      true,
      true,
    ]);
  });

  test('needs no warning if the same holder has an entry ticket for the event, in the cart or bought', () => {
    expect(lacksEntryTicket(camping, 'ada lovelace', [entry], [])).toBe(false);
    expect(lacksEntryTicket(camping, 'ada lovelace', [], [entry])).toBe(false);
  });

  test.each([
    ['no entry ticket', [], []],
    ['one for another holder', [{ ...entry, fullName: 'Grace Hopper' }], []],
    ['one for another event', [{ ...entry, eventId: '2' }], [{ eventId: '2', fullName: 'Ada Lovelace' }]],
    ['another add-on', [{ ...entry, type: 'transport' }], []],
  ])('gives a warning with %s in the cart or bought earlier', (_, inCart, before) => {
    expect(lacksEntryTicket(camping, 'Ada Lovelace', inCart, before)).toBe(true);
  });

  test('gives no warning without an event or a name, and an entry ticket never does', () => {
    expect(lacksEntryTicket({ type: 'addon', eventId: null }, 'Ada', [], [])).toBe(false);
    expect(lacksEntryTicket(camping, '  ', [], [])).toBe(false);
    expect(lacksEntryTicket({ type: 'ticket', eventId: '1' }, 'Ada', [], [])).toBe(false);
  });
});

describe('the holding time of a cart', () => {
  const cart = { firstAddedAt: NOW, expiresAt: at(15), extensions: 0 };

  test('starts again at 15 minutes each time an item is added', () => {
    expect(expiryAfterAdd(null, 15, NOW)).toEqual(at(15));
    expect(expiryAfterAdd(cart, 15, at(9))).toEqual(at(24));
  });

  test('ends exactly at `expiresAt`', () => {
    expect(hasExpired(cart, at(15, -1))).toBe(false);
    expect(hasExpired(cart, at(15))).toBe(true);
  });

  test('never exceeds 165 minutes from the first item', () => {
    expect(expiryAfterAdd({ ...cart, expiresAt: at(160) }, 15, at(158))).toEqual(at(165));
    expect(extendedCart({ ...cart, expiresAt: at(160) }, 15, at(158))).toEqual({
      ok: true,
      value: { expiresAt: at(165), extensions: 1 },
    });
    expect(extendedCart({ ...cart, expiresAt: at(165) }, 15, at(158))).toEqual({
      ok: false,
      error: { kind: 'extension_limit' },
    });
  });

  test('is never shortened by another item or an extension', () => {
    const long = { ...cart, expiresAt: at(40) };
    expect(expiryAfterAdd(long, 15, NOW)).toEqual(at(40));
    expect(extendedCart(long, 15, NOW)).toMatchObject({ value: { expiresAt: at(40) } });
  });

  test('can be extended ten times', () => {
    expect(extendedCart({ ...cart, extensions: 9 }, 15, at(1))).toEqual({
      ok: true,
      value: { expiresAt: at(16), extensions: 10 },
    });
    expect(extendedCart({ ...cart, extensions: 10 }, 15, at(1)).ok).toBe(false);
  });

  test('no sequence of adds and extensions exceeds the latest end or the number of extensions', () => {
    const steps = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 14 * 60_000 })), { maxLength: 60 });
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 60 }), (actions, cartMinutes) => {
        let present = { firstAddedAt: NOW, expiresAt: expiryAfterAdd(null, cartMinutes, NOW), extensions: 0 };
        let now = NOW;
        for (const [isAdd, wait] of actions) {
          now = new Date(now.getTime() + wait);
          if (hasExpired(present, now)) break;
          const longer = extendedCart(present, cartMinutes, now);
          const before = present.expiresAt;
          if (isAdd) present = { ...present, expiresAt: expiryAfterAdd(present, cartMinutes, now) };
          else if (longer.ok) present = { ...present, ...longer.value };
          expect(present.expiresAt.getTime()).toBeGreaterThanOrEqual(before.getTime());
          expect(present.expiresAt.getTime()).toBeLessThanOrEqual(latestEnd(NOW).getTime());
          expect(present.extensions).toBeLessThanOrEqual(10);
        }
      }),
    );
  });

  test('is counted down in whole seconds, and 0 means expired', () => {
    expect(secondsLeft(at(1), NOW)).toBe(60);
    expect(secondsLeft(at(0, 1), NOW)).toBe(1);
    expect(secondsLeft(new Date(NOW.getTime() + 1), NOW)).toBe(1);
    expect(secondsLeft(NOW, NOW)).toBe(0);
    expect(secondsLeft(NOW, at(1))).toBe(0);
  });
});

describe('access to a cart', () => {
  const cart: CartState = {
    ...{ code: 'new', formerCode: null, status: 'open', customerId: null, network: null },
    ...{ firstAddedAt: NOW, expiresAt: at(15), extensions: 0 },
  };
  const kindOf = (changes: Partial<CartState>, customerId: number | null, now = NOW, code = 'new') => {
    const opened = openCart({ ...cart, ...changes }, { code, customerId }, now);
    return opened.ok ? 'open' : opened.error.kind;
  };

  test('is refused for an unknown cart', () => {
    expect(openCart(undefined, { code: 'new', customerId: null }, NOW)).toEqual({
      ok: false,
      error: { kind: 'unknown_cart' },
    });
  });

  test.each(['open', 'ordered', 'expired'] as const)(
    'the former code of a %s cart that a customer took over only works for its owner',
    (status) => {
      const taken = { status, customerId: 1, formerCode: 'old' };
      expect(kindOf(taken, null, NOW, 'old')).toBe('unknown_cart');
      expect(kindOf(taken, 2, NOW, 'old')).toBe('unknown_cart');
      expect(kindOf(taken, 1, NOW, 'old')).toBe(kindOf(taken, 1));
      expect(kindOf(taken, null, NOW, 'new')).toBe(kindOf(taken, 1));
    },
  );

  test('is given to anonymous callers with the code, but to no customer other than its owner', () => {
    expect(kindOf({}, null)).toBe('open');
    expect(kindOf({}, 1)).toBe('open');
    expect(kindOf({ customerId: 1 }, 1)).toBe('open');
    expect(kindOf({ customerId: 1 }, null)).toBe('open');
    expect(kindOf({ customerId: 1 }, 2)).toBe('unknown_cart');
    expect(kindOf({ customerId: 1, status: 'ordered' }, 2)).toBe('unknown_cart');
  });

  test('is refused once the cart has expired or was ordered, even before the job closes it', () => {
    expect(kindOf({ status: 'expired' }, null)).toBe('cart_expired');
    expect(kindOf({}, null, at(15))).toBe('cart_expired');
    expect(kindOf({ status: 'ordered' }, null)).toBe('cart_ordered');
    expect(kindOf({ status: 'ordered' }, null, at(99))).toBe('cart_ordered');
  });
});

describe('a cart after an item is added', () => {
  const guest: CartState = {
    ...{ code: 'known', formerCode: null, status: 'open', customerId: null, network: 'ab' },
    ...{ firstAddedAt: NOW, expiresAt: at(5), extensions: 2 },
  };
  const afterAdd = (cart: CartState | null, customerId: number | null) =>
    cartAfterAdd(cart, { customerId, network: 'cd', freshCode: 'fresh' }, 15, at(1));

  test('a new cart stores the network only for a guest', () => {
    const begun = { ...guest, code: 'fresh', network: 'cd', firstAddedAt: at(1), expiresAt: at(16), extensions: 0 };
    expect(afterAdd(null, null)).toEqual(begun);
    expect(afterAdd(null, 7)).toEqual({ ...begun, customerId: 7, network: null });
  });

  test('the cart of a guest who logs in is theirs under a code that nobody else knows', () => {
    expect(afterAdd(guest, 7)).toEqual({
      ...guest,
      ...{ code: 'fresh', formerCode: 'known', customerId: 7, expiresAt: at(16) },
    });
  });

  test('any other cart only gets a new end', () => {
    const owned = { ...guest, customerId: 7, code: 'new', formerCode: 'known' };
    expect(afterAdd(guest, null)).toEqual({ ...guest, expiresAt: at(16) });
    expect(afterAdd(owned, 7)).toEqual({ ...owned, expiresAt: at(16) });
    expect(afterAdd(owned, null)).toEqual({ ...owned, expiresAt: at(16) });
  });
});
