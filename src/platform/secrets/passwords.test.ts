import { expect, test, vi } from 'vitest';
import { TooManyWaiting } from '#platform/work/at-most.ts';
import { createPasswords, matchesUnlessBusy } from './passwords.ts';

const quick = { memoryKiB: 8, passes: 1 };

test('a password is kept as an argon2id hash with its settings, a different one each time', async () => {
  const passwords = createPasswords();
  const [one, two] = await Promise.all([passwords.hash('a password'), passwords.hash('a password')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=32768,t=2,p=1\$/);
  expect(one).not.toBe(two);
  expect(await passwords.matches(one, 'a password')).toBe(true);
  expect(await passwords.matches(one, 'A password')).toBe(false);
});

test('without a stored hash no password matches, but the same work is done in its turn', async () => {
  const passwords = createPasswords({ ...quick, parallel: 1, maxWaiting: 0 });
  const stored = await passwords.hash('a password');
  expect(await passwords.matches(null, 'a password')).toBe(false);
  // While one check runs, no other may start, with or without a stored hash.
  for (const compared of [stored, null]) {
    const running = passwords.hash('another');
    expect(await matchesUnlessBusy(passwords, compared, 'wrong')).toBe('busy');
    await running;
  }
});

test('passwords beyond those that may wait are refused instead of piling up', async () => {
  const passwords = createPasswords({ ...quick, parallel: 1, maxWaiting: 2 });
  const tries = await Promise.allSettled(Array.from({ length: 5 }, () => passwords.hash('a password')));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  for (const one of tries) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(TooManyWaiting);
  const stored = await passwords.hash('afterwards');
  const full = Promise.all([passwords.hash('a'), passwords.hash('b'), passwords.hash('c')]);
  expect(await matchesUnlessBusy(passwords, stored, 'x')).toBe('busy');
  await full;
});

test('outside tests, a hash faster than the shop’s is refused, and a slower one is not', () => {
  vi.stubEnv('VITEST', undefined);
  try {
    for (const fast of [quick, { memoryKiB: 8 }, { passes: 1 }])
      expect(() => createPasswords(fast)).toThrow('only in tests');
    createPasswords();
    createPasswords({ memoryKiB: 64 * 1_024, passes: 3, parallel: 1 });
  } finally {
    vi.unstubAllEnvs();
  }
});
