import { expect, test } from 'vitest';
import { type GatewayContact, silencesOf } from './gateway-silence.ts';

const at = (minutes: number) => new Date(Date.UTC(2030, 0, 1, 0, minutes));
const contact = (changes: Partial<GatewayContact>): GatewayContact => ({
  gateway: 'stripe',
  failing: null,
  hasPendingCalls: true,
  unannounced: null,
  ...changes,
});
const silences = (changes: Partial<GatewayContact>) => silencesOf(contact(changes)).map(({ silence }) => silence);

test('a gateway counts as silent once its calls have failed for half an hour while payments wait', () => {
  const failing = { since: at(0), until: at(30) };
  expect(silencesOf(contact({ failing }))).toEqual([{ gateway: 'stripe', silence: 'no_answer', since: at(0) }]);
  expect(silences({ failing, hasPendingCalls: false })).toEqual([]);
  expect(silences({ failing: { since: at(0), until: at(29) } })).toEqual([]);
});

test('messages count as missing after three unannounced payments that are spread over an hour', () => {
  const unannounced = { count: 3, first: at(0), last: at(60), messageAt: null };
  expect(silences({ unannounced })).toEqual(['no_messages']);
  expect(silences({ unannounced: { ...unannounced, count: 2 } })).toEqual([]);
  expect(silences({ unannounced: { ...unannounced, last: at(59) } })).toEqual([]);
});

test('in a rush, messages count as missing if the last one came an hour before the latest payment', () => {
  const unannounced = { count: 20, first: at(58), last: at(60), messageAt: at(0) };
  expect(silencesOf(contact({ unannounced }))).toMatchObject([{ silence: 'no_messages', since: at(0) }]);
  expect(silences({ unannounced: { ...unannounced, count: 19 } })).toEqual([]);
  expect(silences({ unannounced: { ...unannounced, messageAt: at(1) } })).toEqual([]);
});
