import { expect, test } from 'vitest';
import { firstName, nameInTitle } from './name-in-title.ts';

test.each([
  ['Ada Lovelace', 'Ada Lovelace'],
  ['Maximiliane Oppenheimer-', 'Maximiliane Oppenheimer-'],
  ['Maximiliane von Oppenheimer', 'Maximiliane'],
  ['  Maria   de los Ángeles Fernández ', 'Maria'],
  ['Wolfeschlegelsteinhausenbergerdorff', 'Wolfeschlegelsteinhausenbergerdorff'],
])('a title calls %j %j', (name, title) => expect(nameInTitle(name)).toBe(title));

test.each([
  ['Mila Okonkwo', 'Mila'],
  ['  Noor ', 'Noor'],
  ['', ''],
])('a greeting calls %j %j', (name, greeted) => expect(firstName(name)).toBe(greeted));
