import { afterEach, expect, test, vi } from 'vitest';
import { clickId } from './pixel-frame.tsx';

afterEach(() => vi.unstubAllGlobals());

function arrivedAt(...addresses: string[]) {
  vi.stubGlobal('performance', { getEntriesByType: () => addresses.map((name) => ({ name })) });
  // Like Safari before 17.
  vi.stubGlobal('URL', class {});
}

test('the click id of an advertisement goes to the frame, even in a browser without URL.canParse', () => {
  arrivedAt('https://shop.example/tickets?utm_source=x&fbclid=IwAR0-a_9#pass');
  expect(clickId()).toBe('?fbclid=IwAR0-a_9');
});

test('the frame receives no click id if that or the landing address is missing or invalid', () => {
  for (const address of ['https://shop.example/', 'https://shop.example/?fbclid=%22%3E', 'document', '']) {
    arrivedAt(address);
    expect(clickId()).toBe('');
  }
  arrivedAt();
  expect(clickId()).toBe('');
});
