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

test('a refusal that always looks the same has a constant in the table', () => {
  expect(toHttp({ kind: 'unknown' })).toBe(notFound);
});

test('a refusal with facts has a function in the table, which makes the answer from them', () => {
  const problems = [{ field: 'email', message: markedText('Please enter your email address.') }];
  expect(toHttp({ kind: 'problems', problems })).toEqual(invalidFields(problems));
  const { status, message } = toHttp({ kind: 'limit', limit: 4 });
  expect([status, ENGLISH.translate(message)]).toEqual([409, 'At most 4.']);
});
