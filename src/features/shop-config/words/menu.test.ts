import { expect, test } from 'vitest';
import { ENGLISH, languageOf } from '#kernel/language.ts';
import { menuLabel } from './menu.ts';

test('menu entries are in the shop’s language, except the ambassadors entry', () => {
  const german = languageOf('de', { Merchandise: 'Fanartikel', Friends: 'Freunde' });
  const config = { ambassadorsLabel: 'Friends' };
  const sentence = ({ translate }: typeof ENGLISH) =>
    (['home', 'merchandise', 'ambassadors'] as const).map((name) => translate(menuLabel({ name }, config)));
  expect(sentence(ENGLISH)).toEqual(['Home', 'Merchandise', 'Friends']);
  expect(sentence(german)).toEqual(['Home', 'Fanartikel', 'Friends']);
});
