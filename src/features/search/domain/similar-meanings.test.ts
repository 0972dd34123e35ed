import { expect, test } from 'vitest';
import { similarMeanings } from './similar-meanings.ts';

const similar = (text: string) => similarMeanings(text, { orderPrefix: 'SLK' });
const codesOf = (text: string, kind: string) =>
  similar(text).flatMap((one) => (one.kind === kind && 'codes' in one ? one.codes : []));

test.each(['SLK-7Q4M2Y', 'slk 7q4m2', '7O4M2X', 'SLK-Q74M2X-2', 'SLK-7Q4M2XX', 'slk7qm2x'])(
  'an order is meant by %s',
  (text) => expect(codesOf(text, 'order')).toContain('SLK-7Q4M2X'),
);

test('an order code from an earlier system may have O for 0', () => {
  expect(codesOf('SLK-2OOO1', 'order')).toContain('SLK-20001');
});

test('an invoice is meant with O for 0 and I for 1', () => {
  expect(codesOf('2O26-OOOI2', 'invoice')).toEqual(['2026-00012']);
});

test('a ticket is meant with a missing character', () => {
  expect(codesOf('ABCDEFGHJKMNPQRS', 'ticket')).toContain('ABCDEFGHJKMNPQRST');
});

test('a name is meant by letters alone, and only if it is long enough to mean something', () => {
  expect(similar('Željka Mrić')).toContainEqual({ kind: 'name', beginning: 'Željka Mrić' });
  expect(similar('Ana')).toEqual([]);
  expect(similar('rosa@example.org')).toEqual([]);
  expect(similar('=198.50')).toEqual([]);
  expect(similar('a very long text that nobody has as a name')).toEqual([]);
});
