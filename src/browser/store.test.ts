import { expect, test, vi } from 'vitest';
import { createStore } from './store.ts';

test('each listener is called once for a new value, until it unsubscribes', () => {
  const store = createStore<string | null>(null);
  const [first, second] = [vi.fn(() => store.get()), vi.fn()];
  const unsubscribe = store.subscribe(first);
  store.subscribe(second);
  store.set('cart');
  unsubscribe();
  store.set('menu');
  expect(first).toHaveReturnedWith('cart');
  expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([1, 2]);
});

test('no listener is called for the value that the store already has', () => {
  const store = createStore('cart');
  const changed = vi.fn();
  store.subscribe(changed);
  store.set('cart');
  expect(changed).not.toHaveBeenCalled();
});

test('hydration sees the first value even after changes', () => {
  const store = createStore('nothing');
  store.set('cart');
  expect([store.getServer(), store.get()]).toEqual(['nothing', 'cart']);
});
