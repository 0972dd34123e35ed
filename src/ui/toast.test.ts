import { expect, test } from 'vitest';
import { endToasts, showToastsWith, toast } from './toast.tsx';

test('the region shows earlier notices in order, and later ones immediately', () => {
  const shown: string[] = [];
  toast('Login success.');
  toast('Could not add item to cart.', 'bad');
  const end = showToastsWith(({ message, tone }) => shown.push(`${tone}: ${message}`));
  expect(shown).toEqual(['ok: Login success.', 'bad: Could not add item to cart.']);
  toast('Item added to cart.');
  expect(shown.at(-1)).toBe('ok: Item added to cart.');
  end();
  toast('Item removed from cart.');
  expect(shown).toHaveLength(3);
});

test('the region closes its notices when the customer moves on; without a region nothing happens', () => {
  let ended = 0;
  endToasts();
  const end = showToastsWith(
    () => {},
    () => {
      ended += 1;
    },
  );
  endToasts();
  expect(ended).toBe(1);
  end();
  endToasts();
  expect(ended).toBe(1);
});
