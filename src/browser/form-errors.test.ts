import { expect, test } from 'vitest';
import { ENGLISH } from '#kernel/language.ts';
import { errorAt, fromServer, recheck, refusalOf } from './form-errors.ts';

const fields = ['email', 'password'] as const;
const fieldOf = (name: string) => fields.find((field) => field === name);

test('given an error of our rules, when the field is valid, then its message disappears', () => {
  expect(recheck([{ field: 'email', message: 'Please enter your email address.' }], 'email', [])).toEqual([]);
});

test('given an error of our rules, when the field is invalid in another way, then the newest message is shown', () => {
  const shown = [{ field: 'email', message: 'Please enter your email address.' }];
  const found = [{ field: 'email', message: 'Please enter a valid email address.' }];
  expect(recheck(shown, 'email', found)).toEqual(found);
});

test('given a field without an error, when it becomes invalid, then no error appears before the next submit', () => {
  const found = [{ field: 'password', message: 'Please enter your password.' }];
  expect(recheck([], 'password', found)).toEqual([]);
});

test('given an error that depends on another field, when that one changes, then it is rechecked', () => {
  const shown = [{ field: 'confirmation', message: 'Password and confirmation do not match.' }];
  expect(recheck(shown, 'password', [])).toEqual([]);
});

test('given an error from the server, then only a change of its own field removes it', () => {
  const language = ENGLISH;
  const shown = fromServer(language, { message: 'Taken.', errors: { email: ['Taken.'] } }, fieldOf);
  expect(recheck(shown, 'password', [])).toEqual(shown);
  expect(recheck(shown, 'email', [])).toEqual([]);
});

test('given field errors of the server, then each is on its own line at its field, or in the summary if the form lacks the field', () => {
  const language = ENGLISH;
  expect(
    fromServer(language, { message: 'First.', errors: { email: ['First.', 'Second.'], iban: ['Third.'] } }, fieldOf),
  ).toEqual([
    { field: 'email', message: 'First.\nSecond.', fromServer: true },
    { field: undefined, message: 'Third.', fromServer: true },
  ]);
});

test('given no field errors, then the message is about the entire form', () => {
  const language = ENGLISH;
  expect(fromServer(language, { message: 'Login failed.' }, fieldOf)).toEqual([
    { message: 'Login failed.', fromServer: true },
  ]);
});

test('given something that is not a refusal, then the raw error is shown', () => {
  expect(refusalOf('odd').message).toBe('odd');
  expect(refusalOf(new TypeError('x is undefined')).message).toBe('x is undefined');
});

test('given one sentence about several fields, then each field shows its own text', () => {
  const language = ENGLISH;
  const errors = [
    { field: 'full_name', message: 'Please fill out the following fields: Full name, Age.' },
    { field: 'age', message: 'Please fill out the following fields: Full name, Age.' },
    { field: 'email', message: 'Please enter a valid email address.' },
  ];
  expect(errorAt(language, 'full_name', errors)).toBe('Please fill out this field.');
  expect(errorAt(language, 'age', errors)).toBe('Please fill out this field.');
  expect(errorAt(language, 'email', errors)).toBe('Please enter a valid email address.');
  expect(errorAt(language, 'note', errors)).toBeUndefined();
  const list = {
    field: 'age',
    message: 'Please fill out the following fields: Age.',
    atField: 'Please choose an age.',
  };
  expect(errorAt(language, 'age', [list])).toBe('Please choose an age.');
});
