import { expect, test } from 'vitest';
import { keptForm } from '#browser/kept-form.ts';
import { type KeptChoices, keepChoices, keptChoices } from './kept-choices.ts';

function aTab() {
  const items = new Map<string, string>();
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  } as unknown as Storage;
  return { items, form: keptForm<KeptChoices>('statement.7', () => storage) };
}
const choices = new Map([
  [1, { how: 'order', order: 'SLK-7Q4M2X' } as const],
  [2, { how: 'without_order' } as const],
]);

test('decisions are restored when the page is opened again, except for lines that are done', () => {
  const { form } = aTab();
  keepChoices(form, { choices, leftOut: new Set([3, 4]) });
  const again = keptChoices(form, new Set([1, 4, 5]));
  expect([...again.choices]).toEqual([[1, { how: 'order', order: 'SLK-7Q4M2X' }]]);
  expect([...again.leftOut]).toEqual([4]);
});

test('nothing is stored if there are no decisions', () => {
  const { form, items } = aTab();
  keepChoices(form, { choices, leftOut: new Set() });
  expect(items.size).toBe(1);
  keepChoices(form, { choices: new Map(), leftOut: new Set() });
  expect(items.size).toBe(0);
});
