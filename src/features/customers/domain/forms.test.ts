import { describe, expect, test } from 'vitest';
import { accountProblems } from './account-form.ts';
import { emailProblems } from './email-form.ts';
import { isWrongLogin, loginProblems } from './login-form.ts';
import { registerProblems } from './register-form.ts';
import { resetPasswordProblems } from './reset-password-form.ts';

const email = 'mila@example.org';

describe('the login form', () => {
  const kind = 'email_and_password_missing' as const;
  test.each([
    [{ email: '', password: '' }, [{ field: 'email', kind }]],
    [{ email: '  ', password: 'x' }, [{ field: 'email', kind }]],
    [{ email, password: '' }, [{ field: 'password', kind }]],
    [{ email: 'no address', password: ' ' }, []],
    [{ email, password: 'x' }, []],
  ])('with %j has the problems %j', (form, problems) => expect(loginProblems(form)).toEqual(problems));
});

test('only a refusal without a field means a wrong email or password', () => {
  expect(isWrongLogin({ status: 422, message: 'Login failed.', errors: {} })).toBe(true);
  expect(isWrongLogin({ status: 422, message: 'x', errors: { email: ['x'] } })).toBe(false);
  expect(isWrongLogin({ status: 429, message: 'x', errors: {} })).toBe(false);
  expect(isWrongLogin(undefined)).toBe(false);
});

describe('the registration form', () => {
  const both = 'name_and_email_missing';
  test.each([
    [{ full_name: '', email: '' }, [{ field: 'full_name', kind: both }]],
    [{ full_name: ' ', email }, [{ field: 'full_name', kind: both }]],
    [{ full_name: 'Mila', email: '' }, [{ field: 'email', kind: both }]],
    [{ full_name: 'Mila', email: 'mailto:a@b.cd' }, [{ field: 'email', kind: 'email_invalid' }]],
    [{ full_name: 'Mila', email: 'a@b' }, [{ field: 'email', kind: 'email_invalid' }]],
    [{ full_name: 'Mila', email: ` ${email} ` }, []],
  ])('with %j has the problems %j', (form, problems) => expect(registerProblems(form)).toEqual(problems));
});

describe('a form with only an email address', () => {
  test.each([
    ['', 'email_missing'],
    [' ', 'email_missing'],
    ['a b@c.de', 'email_invalid'],
    [email, undefined],
  ])('with %j has the problem %j', (typed, kind) => expect(emailProblems({ email: typed })[0]?.kind).toBe(kind));
});

describe('the form for a new password', () => {
  test.each([
    [{ password: '' }, 'password', { kind: 'new_password_missing' }],
    [{ password: '         ' }, 'password', { kind: 'new_password_missing' }],
    [{ password: '1234567' }, 'password', { kind: 'new_password_short', minimum: 8 }],
    [{ password: 'e\u0301'.repeat(7) }, 'password', { kind: 'new_password_short', minimum: 8 }],
    [{ password: '12345678', confirm_password: '12345679' }, 'confirm_password', { kind: 'confirmation_differs' }],
    [{ password: '12345678', confirm_password: '' }, 'confirm_password', { kind: 'confirmation_differs' }],
  ])('with %j has a problem with %s: %j', (form, field, what) =>
    expect(resetPasswordProblems(form)).toEqual([{ field, ...what }]),
  );

  test.each(['12345678', 'x'.repeat(64), '🐦'.repeat(8)])('with %j has no problem', (password) =>
    expect(resetPasswordProblems({ password, confirm_password: password })).toEqual([]),
  );
});

describe('the account form', () => {
  const right = { old_password: 'x', full_name: 'Mila', email, new_password: '', confirm_password: '' };

  test('has a problem with every required field, in their order, if it is empty', () => {
    expect(
      accountProblems({ old_password: '', full_name: ' ', email: '', new_password: '', confirm_password: '' }),
    ).toEqual([
      { field: 'old_password', kind: 'old_password_missing' },
      { field: 'full_name', kind: 'name_missing' },
      { field: 'email', kind: 'email_missing' },
    ]);
  });

  test.each([
    [{}, []],
    [{ email: 'a@b' }, [{ field: 'email', kind: 'email_invalid' }]],
    [{ new_password: ' ' }, []],
    [
      { new_password: 'short', confirm_password: 'short' },
      [{ field: 'new_password', kind: 'new_password_short', minimum: 8 }],
    ],
    [
      { new_password: 'long enough', confirm_password: 'another one' },
      [{ field: 'confirm_password', kind: 'confirmation_differs' }],
    ],
    [{ confirm_password: 'only here' }, [{ field: 'confirm_password', kind: 'confirmation_differs' }]],
    [{ new_password: 'long enough', confirm_password: undefined }, []],
  ])('with %j has the problems %j', (changed, problems) =>
    expect(accountProblems({ ...right, ...changed })).toEqual(problems),
  );
});
