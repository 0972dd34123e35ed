import { expect, test } from 'vitest';
import { ENGLISH } from '#kernel/language.ts';
import { bankReasonInWords, bankReasonSentence } from '../words/staff/bank-reasons.ts';
import { needsOtherAccount, returnCodeOf } from './bank-return.ts';

test('a code is only read at the start of a reason', () => {
  expect(['AC04', 'AC04 Account closed', 'RR04: sanctions'].map(returnCodeOf)).toEqual(['AC04', 'AC04', 'RR04']);
  expect(['', '901 RETOURE', 'Account AC04', 'AC041', 'insufficient funds'].map(returnCodeOf)).toEqual(
    Array(5).fill(null),
  );
});

test('only a wrong or closed account needs to be replaced by another', () => {
  expect(['AC01', 'AC04 closed', 'AC06', 'RC01', 'MD07'].every(needsOtherAccount)).toBe(true);
  expect(['AM04', 'MS03', 'XX99', 'the account is closed'].some(needsOtherAccount)).toBe(false);
});

test('a reason after another sentence is a sentence', () => {
  const sentence = (reason: string) => bankReasonSentence(reason, ENGLISH);
  expect(sentence('AC04 Account closed')).toBe('The account is closed (AC04, Account closed).');
  expect(sentence('there is no such payment')).toBe('There is no such payment.');
  expect(['Asked by phone.', ''].map(sentence)).toEqual(['Asked by phone.', '']);
});

test('the words of the shop’s own gateways are translated', () => {
  const inWords = (reason: string) => bankReasonInWords(reason, { translate: (english) => `<${english}>` });
  expect(['there is no such payment', 'the account is closed', 'new words'].map(inWords)).toEqual([
    '<there is no such payment>',
    '<the account is closed>',
    'new words',
  ]);
});

test('a known code is explained, followed by the bank’s other words; an unknown one stays as it is', () => {
  const inWords = (reason: string) => bankReasonInWords(reason, ENGLISH);
  expect(inWords('AC04')).toBe('the account is closed (AC04)');
  expect(inWords('AC04 Account closed')).toBe('the account is closed (AC04, Account closed)');
  expect(inWords('RR04: sanctions')).toBe('a rule of the authorities does not allow it (RR04, sanctions)');
  expect(['XX99 Other', 'asked by phone', ''].map(inWords)).toEqual(['XX99 Other', 'asked by phone', '']);
});
