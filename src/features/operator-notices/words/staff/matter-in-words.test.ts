import { expect, test } from 'vitest';
import { ENGLISH } from '#kernel/language.ts';
import { answeredWith, NO_ANSWER } from '../../domain/webhook-error.ts';
import { quotedIn } from './matter-in-words.ts';

const quoted = (kind: string, detail: string) => quotedIn(ENGLISH, { kind, facts: { from: null, count: 1, detail } });

test.each([
  [answeredWith(500), 'Your webhook answered with status 500.'],
  [NO_ANSWER, 'Your webhook did not answer in time.'],
  ['ECONNREFUSED', 'Your webhook could not be reached: ECONNREFUSED'],
  ['', ''],
])('the inbox says in a sentence why calls to the webhook failed: %s', (error, sentence) => {
  expect(quoted('webhook_given_up', error)).toBe(sentence);
});

test('the inbox quotes others word for word', () => {
  expect(quoted('order_reminder', 'it answered 500')).toBe('it answered 500');
});
