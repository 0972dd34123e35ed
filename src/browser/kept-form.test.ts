import { expect, test } from 'vitest';
import { dropKeptForms, keptForm } from './kept-form.ts';
import { givenTabStorage as tab } from './testing.ts';

const first = { full_name: 'Mila Okonkwo', reassign: false };

test('typed values are restored after a reload, but only those that the form has', () => {
  const storage = tab();
  keptForm<typeof first>('ticket A', storage).keep({ full_name: 'Noor Bakker', reassign: true });
  expect(keptForm<typeof first>('ticket A', storage).restore(first)).toEqual({
    full_name: 'Noor Bakker',
    reassign: true,
  });
  expect(keptForm<{ age: string; reassign: string }>('ticket A', storage).restore({ age: '', reassign: '' })).toEqual({
    age: '',
    reassign: '',
  });
  expect(keptForm<typeof first>('ticket B', storage).restore(first)).toEqual(first);
});

test('nothing is kept after the form was sent or after a logout', () => {
  const storage = tab();
  const form = keptForm<typeof first>('ticket A', storage);
  form.keep({ ...first, reassign: true });
  form.drop();
  expect(form.restore(first)).toEqual(first);
  form.keep({ ...first, reassign: true });
  storage().setItem('foyer.thanked', '[]');
  dropKeptForms(storage);
  expect(form.restore(first)).toEqual(first);
  expect(storage().getItem('foyer.thanked')).toBe('[]');
});

test('the form starts as it is if storage is forbidden or has unexpected content', () => {
  const forbidden = () => {
    throw new DOMException('forbidden');
  };
  const form = keptForm<typeof first>('ticket A', forbidden);
  form.keep(first);
  expect(form.restore(first)).toEqual(first);
  const storage = tab();
  storage().setItem('foyer.form.ticket A', 'not JSON');
  expect(keptForm<typeof first>('ticket A', storage).restore(first)).toEqual(first);
});
