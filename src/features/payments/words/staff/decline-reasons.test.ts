import { expect, test } from 'vitest';
import { declineReasonInWords } from './decline-reasons.ts';

test('known reasons are translated, with or without underscores, and others stay as they are', () => {
  const inWords = (reason: string) => declineReasonInWords(reason, { translate: (english) => `<${english}>` });
  expect(['insufficient funds', 'insufficient_funds'].map(inWords)).toEqual(Array(2).fill('<insufficient funds>'));
  expect(inWords('do_not_honor')).toBe('<declined by the bank without a reason>');
  expect(['the bank wants a confirmation', 'new_code', 'constructor'].map(inWords)).toEqual([
    'the bank wants a confirmation',
    'new_code',
    'constructor',
  ]);
});
