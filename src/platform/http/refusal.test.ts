import { expect, test } from 'vitest';
import { ENGLISH, markedText } from '#kernel/language.ts';
import { conflict, httpRefusals, invalidFields, notFound } from './refusal.ts';

type Refusal =
  | { kind: 'unknown' }
  | { kind: 'limit'; limit: number }
  | { kind: 'problems'; problems: { field: string; message: string }[] };

const toHttp = httpRefusals<Refusal>({
  unknown: notFound,
  limit: ({ limit }) => conflict(({ text }) => text('At most {limit}.', { limit })),
  problems: ({ problems }) => invalidFields(problems),
});

test('given a refusal that always looks the same, then its entry is sent as it is', () => {
  expect(toHttp({ kind: 'unknown' })).toBe(notFound);
});

test('given a refusal with facts, then its entry makes the answer from them', () => {
  const problems = [{ field: 'email', message: markedText('Please enter your email address.') }];
  expect(toHttp({ kind: 'problems', problems })).toEqual(invalidFields(problems));
  const { status, message } = toHttp({ kind: 'limit', limit: 4 });
  expect([status, ENGLISH.translate(message)]).toEqual([409, 'At most 4.']);
});
