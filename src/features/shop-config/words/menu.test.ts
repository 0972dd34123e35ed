import { expect, test } from 'vitest';
import { ENGLISH, languageOf } from '#kernel/language.ts';
import { menuLabel } from './menu.ts';

test('our own entries are called in the shop’s language, that of ambassadors as the operator calls it', () => {
  const german = languageOf('de', { Merchandise: 'Fanartikel', Friends: 'Freunde' });
  const config = { ambassadorsLabel: 'Friends' };
  const sentence = ({ translate }: typeof ENGLISH) =>
    (['home', 'merchandise', 'ambassadors'] as const).map((name) => translate(menuLabel({ name }, config)));
  expect(sentence(ENGLISH)).toEqual(['Home', 'Merchandise', 'Friends']);
  expect(sentence(german)).toEqual(['Home', 'Fanartikel', 'Friends']);
});
