import { afterEach, expect, test, vi } from 'vitest';
import { clickId } from './pixel-frame.tsx';

afterEach(() => vi.unstubAllGlobals());

function arrivedAt(...addresses: string[]) {
  vi.stubGlobal('performance', { getEntriesByType: () => addresses.map((name) => ({ name })) });
  // Like Safari before 17.
  vi.stubGlobal('URL', class {});
}

test('given a visitor who comes from an advertisement, then its click id goes to the frame, even in a browser without URL.canParse', () => {
  arrivedAt('https://shop.example/tickets?utm_source=x&fbclid=IwAR0-a_9#pass');
  expect(clickId()).toBe('?fbclid=IwAR0-a_9');
});

test('given no click id, an invalid one, or an unknown landing address, then the frame receives none', () => {
  for (const address of ['https://shop.example/', 'https://shop.example/?fbclid=%22%3E', 'document', '']) {
    arrivedAt(address);
    expect(clickId()).toBe('');
  }
  arrivedAt();
  expect(clickId()).toBe('');
});
