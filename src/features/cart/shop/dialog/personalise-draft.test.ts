import { expect, test } from 'vitest';
import { givenTabStorage } from '#browser/testing.ts';
import { personaliseDraft } from './personalise-draft.ts';

const first = { full_name: '', email: '', age: '', transport_time_id: '' };
const typed = { ...first, full_name: 'Noor Bakker', age: '25-34' };
const owner = { cart: 'c1', isLoggedIn: true };
const over = (externalCode: string) => ({ externalCode, pathname: '/tickets', ...owner });

test('a reload restores entries only for their item, and opens the dialog only on its page', () => {
  const storage = givenTabStorage();
  personaliseDraft.keep(over('pass'), typed, storage);
  expect(personaliseDraft.restore('pass', first, storage)).toEqual(typed);
  expect(personaliseDraft.restore('coach', first, storage)).toBeNull();
  expect(personaliseDraft.openOver('/tickets', storage)).toEqual(over('pass'));
  expect(personaliseDraft.openOver('/', storage)).toBeNull();
});

test('unchanged initial values make no draft', () => {
  const storage = givenTabStorage();
  personaliseDraft.keep(over('pass'), typed, storage);
  expect(personaliseDraft.restore('pass', typed, storage)).toBeNull();
});

test('an added ticket or a closed dialog drops its draft; the end of the cart drops all drafts', () => {
  const storage = givenTabStorage();
  personaliseDraft.keep(over('coach'), typed, storage);
  personaliseDraft.keep(over('pass'), typed, storage);
  personaliseDraft.drop('pass', storage);
  expect(personaliseDraft.restore('pass', first, storage)).toBeNull();
  expect(personaliseDraft.openOver('/tickets', storage)).toBeNull();
  expect(personaliseDraft.restore('coach', first, storage)).toEqual(typed);

  storage().setItem('foyer.form.checkout', '{}');
  personaliseDraft.dropAll(storage);
  expect(Object.keys(storage())).toEqual(['foyer.form.checkout']);
});

test('drafts are dropped if the cart or the login ended while the tab was on another site', () => {
  const isRestored = (now: typeof owner, typedAs = owner) => {
    const storage = givenTabStorage();
    personaliseDraft.keep({ ...over('pass'), ...typedAs }, typed, storage);
    personaliseDraft.dropUnlessOf(now, storage);
    return personaliseDraft.restore('pass', first, storage) !== null;
  };
  expect(isRestored(owner)).toBe(true);
  expect(isRestored({ ...owner, cart: '' })).toBe(false);
  expect(isRestored({ ...owner, cart: 'c2' })).toBe(false);
  expect(isRestored({ ...owner, isLoggedIn: false })).toBe(false);
  expect(isRestored(owner, { cart: '', isLoggedIn: false })).toBe(true);
});
