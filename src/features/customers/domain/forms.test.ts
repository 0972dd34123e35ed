import { describe, expect, test } from 'vitest';
import { accountProblems } from './account-form.ts';
import { emailProblems } from './email-form.ts';
import { isWrongLogin, loginProblems } from './login-form.ts';
import { registerProblems } from './register-form.ts';
import { resetPasswordProblems } from './reset-password-form.ts';

const email = 'mila@example.org';

describe('the login form', () => {
  const message = 'Please enter your email address and password.';
  test.each([
    [{ email: '', password: '' }, [{ field: 'email', message }]],
    [{ email: '  ', password: 'x' }, [{ field: 'email', message }]],
    [{ email, password: '' }, [{ field: 'password', message }]],
    [{ email: 'no address', password: ' ' }, []],
    [{ email, password: 'x' }, []],
  ])('given %j, then %j', (form, problems) => expect(loginProblems(form)).toEqual(problems));
});

test('a refusal that names no field means a wrong email or password; a missing field and too many attempts do not', () => {
  expect(isWrongLogin({ status: 422, message: 'Login failed.', errors: {} })).toBe(true);
  expect(isWrongLogin({ status: 422, message: 'x', errors: { email: ['x'] } })).toBe(false);
  expect(isWrongLogin({ status: 429, message: 'x', errors: {} })).toBe(false);
  expect(isWrongLogin(undefined)).toBe(false);
});

describe('the registration form', () => {
  const both = 'Please enter your full name and email address.';
  test.each([
    [{ full_name: '', email: '' }, [{ field: 'full_name', message: both }]],
    [{ full_name: ' ', email }, [{ field: 'full_name', message: both }]],
    [{ full_name: 'Mila', email: '' }, [{ field: 'email', message: both }]],
    [
      { full_name: 'Mila', email: 'mailto:a@b.cd' },
      [{ field: 'email', message: 'Please enter a valid email address.' }],
    ],
    [{ full_name: 'Mila', email: 'a@b' }, [{ field: 'email', message: 'Please enter a valid email address.' }]],
    [{ full_name: 'Mila', email: ` ${email} ` }, []],
  ])('given %j, then %j', (form, problems) => expect(registerProblems(form)).toEqual(problems));
});

describe('a form of one email address', () => {
  test.each([
    ['', 'Please enter your email address.'],
    [' ', 'Please enter your email address.'],
    ['a b@c.de', 'Please enter a valid email address.'],
    [email, undefined],
  ])('given %j, then %j', (typed, message) => expect(emailProblems({ email: typed })[0]?.message).toBe(message));
});

describe('the form for a new password', () => {
  test.each([
    [{ password: '' }, 'password', 'Please enter your new password.'],
    [{ password: '         ' }, 'password', 'Please enter your new password.'],
    [{ password: '1234567' }, 'password', 'Please use at least 8 characters.'],
    [{ password: 'e\u0301'.repeat(7) }, 'password', 'Please use at least 8 characters.'],
    [
      { password: '12345678', confirm_password: '12345679' },
      'confirm_password',
      'Password and confirmation do not match.',
    ],
    [{ password: '12345678', confirm_password: '' }, 'confirm_password', 'Password and confirmation do not match.'],
  ])('given %j, then %s is told: %s', (form, field, message) =>
    expect(resetPasswordProblems(form)).toEqual([{ field, message }]),
  );

  test.each(['12345678', 'x'.repeat(64), '🐦'.repeat(8)])('given %j, then nothing is wrong', (password) =>
    expect(resetPasswordProblems({ password, confirm_password: password })).toEqual([]),
  );
});

describe('the account form', () => {
  const right = { old_password: 'x', full_name: 'Mila', email, new_password: '', confirm_password: '' };

  test('given nothing, then every required field is told, in their order', () => {
    expect(
      accountProblems({ old_password: '', full_name: ' ', email: '', new_password: '', confirm_password: '' }),
    ).toEqual([
      { field: 'old_password', message: 'Please enter your current password.' },
      { field: 'full_name', message: 'Please enter your full name.' },
      { field: 'email', message: 'Please enter your email address.' },
    ]);
  });

  test.each([
    [{}, []],
    [{ email: 'a@b' }, [{ field: 'email', message: 'Please enter a valid email address.' }]],
    [{ new_password: ' ' }, []],
    [
      { new_password: 'short', confirm_password: 'short' },
      [{ field: 'new_password', message: 'Please use at least 8 characters.' }],
    ],
    [
      { new_password: 'long enough', confirm_password: 'another one' },
      [{ field: 'confirm_password', message: 'Password and confirmation do not match.' }],
    ],
    [
      { confirm_password: 'only here' },
      [{ field: 'confirm_password', message: 'Password and confirmation do not match.' }],
    ],
    [{ new_password: 'long enough', confirm_password: undefined }, []],
  ])('given %j, then %j', (changed, problems) => expect(accountProblems({ ...right, ...changed })).toEqual(problems));
});
