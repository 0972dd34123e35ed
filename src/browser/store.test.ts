import { expect, test, vi } from 'vitest';
import { createStore } from './store.ts';

test('given a new value, then each listener is called once, until it unsubscribes', () => {
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

test('given the value that it already has, then no listener is called', () => {
  const store = createStore('cart');
  const changed = vi.fn();
  store.subscribe(changed);
  store.set('cart');
  expect(changed).not.toHaveBeenCalled();
});

test('given changes before hydration, then hydration still sees the first value', () => {
  const store = createStore('nothing');
  store.set('cart');
  expect([store.getServer(), store.get()]).toEqual(['nothing', 'cart']);
});
