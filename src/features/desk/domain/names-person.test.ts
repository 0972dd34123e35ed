import { expect, test } from 'vitest';
import { namesPerson } from './names-person.ts';

const HANNA = { email: 'Hanna@example.org', names: ['Hanna Marić'] };

test.each([
  ['hanna@example.org asked for the ticket again.', 'Ada Lovelace', true],
  ['Write to <HANNA@example.org>.', 'Ada Lovelace', true],
  ['Write to johanna@example.org.', 'Ada Lovelace', false],
  ['Ms MARIC cannot come.', 'Ada Lovelace', true],
  ['Hanna’s ticket goes to a friend.', 'Ada Marić', true],
  ['Ms Marić pays on Friday.', 'Ada Marić', false],
  ['Johanna called.', 'Ada Lovelace', false],
  ['Pays on Friday.', 'Ada Lovelace', false],
])('the note %j on an order of %s names Hanna Marić: %s', (note, buyer, named) => {
  expect(namesPerson(note, HANNA, buyer)).toBe(named);
});

test('parts of names with fewer than three letters, and deleted names, name nobody', () => {
  const person = { email: 'jo@example.org', names: ['J. de Wit', ''] };
  expect(namesPerson('Berta de Boer and J. Smit called.', person, 'Ada')).toBe(false);
  expect(namesPerson('Wit called.', person, 'Ada')).toBe(true);
});
