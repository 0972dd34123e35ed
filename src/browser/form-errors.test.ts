import { expect, test } from 'vitest';
import { ENGLISH } from '#kernel/language.ts';
import { errorAt, fromServer, recheck, refusalOf } from './form-errors.ts';

const fields = ['email', 'password'] as const;
const fieldOf = (name: string) => fields.find((field) => field === name);

test('an error of our rules disappears once the field is valid', () => {
  expect(recheck([{ field: 'email', message: 'Please enter your email address.' }], 'email', [])).toEqual([]);
});

test('an error of our rules has the newest message', () => {
  const shown = [{ field: 'email', message: 'Please enter your email address.' }];
  const found = [{ field: 'email', message: 'Please enter a valid email address.' }];
  expect(recheck(shown, 'email', found)).toEqual(found);
});

test('a new error does not appear before the next submit', () => {
  const found = [{ field: 'password', message: 'Please enter your password.' }];
  expect(recheck([], 'password', found)).toEqual([]);
});

test('a change of one field rechecks the errors of the others', () => {
  const shown = [{ field: 'confirmation', message: 'Password and confirmation do not match.' }];
  expect(recheck(shown, 'password', [])).toEqual([]);
});

test('only a change of its own field removes an error from the server', () => {
  const language = ENGLISH;
  const shown = fromServer(language, { message: 'Taken.', errors: { email: ['Taken.'] } }, fieldOf);
  expect(recheck(shown, 'password', [])).toEqual(shown);
  expect(recheck(shown, 'email', [])).toEqual([]);
});

test('errors of one field are joined by lines; those of a field that the form lacks have no field', () => {
  const language = ENGLISH;
  expect(
    fromServer(language, { message: 'First.', errors: { email: ['First.', 'Second.'], iban: ['Third.'] } }, fieldOf),
  ).toEqual([
    { field: 'email', message: 'First.\nSecond.', fromServer: true },
    { field: undefined, message: 'Third.', fromServer: true },
  ]);
});

test('without field errors, the message is about the entire form', () => {
  const language = ENGLISH;
  expect(fromServer(language, { message: 'Login failed.' }, fieldOf)).toEqual([
    { message: 'Login failed.', fromServer: true },
  ]);
});

test('anything else that was thrown becomes the message', () => {
  expect(refusalOf('odd').message).toBe('odd');
  expect(refusalOf(new TypeError('x is undefined')).message).toBe('x is undefined');
});

test('for a sentence about several fields, each field shows its own text', () => {
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
