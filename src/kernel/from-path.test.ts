import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeFromPath } from './from-path.ts';

test.each(['/', '/checkout', '/portal/orders/SLK-2H9C?tab=1#terms', '/tickets?type=ticket', '/a//b'])(
  'the path %s of this shop is kept',
  (path) => {
    expect(safeFromPath(path)).toBe(path);
  },
);

test.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/ok\\..\\evil',
  'https://evil.example',
  'javascript:alert(1)',
  'checkout',
  '',
  ' /checkout',
  null,
  undefined,
  7,
  ['/checkout'],
  '/a\r\nb',
  '/a\\b',
  '\\/evil',
  `/${'a'.repeat(500)}`,
])('%j becomes the home page', (from) => {
  expect(safeFromPath(from)).toBe('/');
});

test('whatever the text, the path stays on this host', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((text) => `/${text}`),
        fc.string({ unit: fc.constantFrom('/', '\\', '.', ':', 'a', '\t', '\n', ' ', '@', '?', '#') }),
        fc.webUrl(),
      ),
      (text) => {
        expect(new URL(safeFromPath(text), 'https://shop.example').host).toBe('shop.example');
      },
    ),
  );
});
