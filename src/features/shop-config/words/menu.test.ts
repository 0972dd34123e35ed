import { expect, test } from 'vitest';
import { ENGLISH, languageOf } from '#kernel/language.ts';
import { menuLabel } from './menu.ts';

test('our own entries are named in the shop’s language, and the ambassadors entry as the operator names it', () => {
  const german = languageOf('de', { Merchandise: 'Fanartikel', Friends: 'Freunde' });
  const config = { ambassadorsLabel: 'Friends' };
  const sentence = ({ translate }: typeof ENGLISH) =>
    (['home', 'merchandise', 'ambassadors'] as const).map((name) => translate(menuLabel({ name }, config)));
  expect(sentence(ENGLISH)).toEqual(['Home', 'Merchandise', 'Friends']);
  expect(sentence(german)).toEqual(['Home', 'Fanartikel', 'Friends']);
});
