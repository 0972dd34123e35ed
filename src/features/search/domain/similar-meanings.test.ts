import { expect, test } from 'vitest';
import { similarMeanings } from './similar-meanings.ts';

const similar = (text: string) => similarMeanings(text, { orderPrefix: 'SLK' });
const codesOf = (text: string, kind: string) =>
  similar(text).flatMap((one) => (one.kind === kind && 'codes' in one ? one.codes : []));

test.each(['SLK-7Q4M2Y', 'slk 7q4m2', '7O4M2X', 'SLK-Q74M2X-2', 'SLK-7Q4M2XX', 'slk7qm2x'])(
  'the text %j can mean an order',
  (text) => expect(codesOf(text, 'order')).toContain('SLK-7Q4M2X'),
);

test('an order code from an earlier system may have O for 0', () => {
  expect(codesOf('SLK-2OOO1', 'order')).toContain('SLK-20001');
});

test('a text with O for 0 and I for 1 can mean an invoice', () => {
  expect(codesOf('2O26-OOOI2', 'invoice')).toEqual(['2026-00012']);
});

test('a text with a missing character can mean a ticket', () => {
  expect(codesOf('ABCDEFGHJKMNPQRS', 'ticket')).toContain('ABCDEFGHJKMNPQRST');
});

test('only a text of letters that is neither too short nor too long can mean a name', () => {
  expect(similar('Željka Mrić')).toContainEqual({ kind: 'name', beginning: 'Željka Mrić' });
  expect(similar('Ana')).toEqual([]);
  expect(similar('rosa@example.org')).toEqual([]);
  expect(similar('=198.50')).toEqual([]);
  expect(similar('a very long text that nobody has as a name')).toEqual([]);
});
