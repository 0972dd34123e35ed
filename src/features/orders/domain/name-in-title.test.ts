import { expect, test } from 'vitest';
import { firstName, nameInTitle } from './name-in-title.ts';

test.each([
  ['Ada Lovelace', 'Ada Lovelace'],
  ['Maximiliane Oppenheimer-', 'Maximiliane Oppenheimer-'],
  ['Maximiliane von Oppenheimer', 'Maximiliane'],
  ['  Maria   de los Ángeles Fernández ', 'Maria'],
  ['Wolfeschlegelsteinhausenbergerdorff', 'Wolfeschlegelsteinhausenbergerdorff'],
])('the title for %j says %j', (name, title) => expect(nameInTitle(name)).toBe(title));

test.each([
  ['Mila Okonkwo', 'Mila'],
  ['  Noor ', 'Noor'],
  ['', ''],
])('the greeting for %j says %j', (name, greeted) => expect(firstName(name)).toBe(greeted));
