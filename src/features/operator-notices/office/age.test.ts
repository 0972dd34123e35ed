import { expect, test } from 'vitest';
import { ENGLISH } from '#kernel/language.ts';
import { ageText } from './age.ts';

test.each([
  ['2027-07-12T10:41:30Z', '0 min'],
  ['2027-07-12T10:02:00Z', '40 min'],
  ['2027-07-12T05:00:00Z', '5 h'],
  ['2027-07-11T10:00:00Z', '1 day'],
  ['2027-07-07T10:00:00Z', '5 days'],
  ['2027-07-12T11:00:00Z', '0 min'],
])('a matter that has waited since %s shows %s', (since, age) => {
  expect(ageText(ENGLISH, since, new Date('2027-07-12T10:42:00Z'))).toBe(age);
});
