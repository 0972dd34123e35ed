import { describe, expect, test } from 'vitest';
import { readablePassword } from '#platform/secrets/random-codes.ts';
import { processorTime } from '../../../test/support/processor-time.ts';
import { isCommonPassword } from './common-passwords.ts';

describe('a common password', () => {
  test.each([
    'password', 'Password', 'PASSWORD1', 'password123', 'P@ssw0rd', 'p4$$w0rd!', 'passwordpassword', '12345678', '123456789',
    '87654321', '11111111', 'aaaaaaaa', 'abcabcabc', 'qwertyuiop', 'qwerty123', 'qwertzuiop', 'asdfghjkl', '1q2w3e4r',
    '1qaz2wsx', 'zxcvbnm1', 'iloveyou', 'ILoveYou2', 'sunshine', 'Sunshine1!', 'football', 'letmein!', 'trustno1',
    'welcome1', 'welkom01', 'princess', 'dragon123', 'monkey12', 'abcdefgh', 'abcd1234', 'qwerty12345', 'superman',
    'liverpool', 'changeme', 'starwars', '1989-05-17', '17.05.1989', 'Summer2026!', 'internet', 'whatever', 'baseball1',
    '!password!', '2026summer',
  ])('is %s', (password) => expect(isCommonPassword(password)).toBe(true)); // biome-ignore format: a list

  test.each([
    'correct horse battery', 'Fy7!kk29Lmn', 'passwords are tedious', 'mooi weer vandaag', 'seagull-over-dune', 'zwanenzang88x',
    'dragon under the bridge', '9f8d7a6b5c', 'mypasswordislong',
  ])('is not %s', (password) => expect(isCommonPassword(password)).toBe(false)); // biome-ignore format: a list

  test('is one that repeats the account', () => {
    const known = ['mila.okonkwo@example.org', 'Mila Okonkwo', 'Sandlark Festival'];
    for (const password of [
      'mila.okonkwo@example.org',
      'Okonkwo1',
      'milaokonkwo',
      'sandlark2027',
      'SandlarkFestival!',
    ]) {
      expect(isCommonPassword(password, known)).toBe(true);
    }
    expect(isCommonPassword('okonkwo likes gulls', known)).toBe(false);
  });

  test('is never one that the shop makes', () => {
    for (let count = 0; count < 500; count += 1) expect(isCommonPassword(readablePassword())).toBe(false);
  });

  test('is recognised quickly, however long the text', async () => {
    const took = await processorTime(() => {
      for (const text of ['a'.repeat(1_024), '1'.repeat(1_024), 'ab1'.repeat(341), '!'.repeat(1_024)])
        isCommonPassword(text);
    });
    expect(took).toBeLessThan(100);
  });
});
