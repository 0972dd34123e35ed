import { expect, test } from 'vitest';
import { dropKeptForms, keptForm } from './kept-form.ts';
import { givenTabStorage as tab } from './testing.ts';

const first = { full_name: 'Mila Okonkwo', reassign: false };

test('given a reload, then typed values are restored, but only those that the form has', () => {
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

test('given a form that was sent, or a logout, then nothing is kept', () => {
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

test('given a browser that forbids storage, or unexpected content in it, then the form starts as it is', () => {
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
