import { expect, test } from 'vitest';
import { fillPlaceholders } from './placeholders.ts';

const facts = { zero: { year: 2027, month: 7, day: 22 }, locale: 'en' };
const filled = (text: string, locale = 'en') => fillPlaceholders(text, { ...facts, locale });

test.each([
  ['{{day:+0 d MMMM yyyy}}', '22 July 2027'],
  ['{{day:+4 EEEE d MMM}}', 'Monday 26 Jul'],
  ['{{day:-30 dd.MM.yy}}', '22.06.27'],
  ['{{ day:+0 EEE d/M }}', 'Thu 22/7'],
  ["{{day:+0 d 'of' MMMM}}", '22 of July'],
  ['{{day:+0 d}} to {{day:+3 d MMMM}}', '22 to 25 July'],
])('%s is %s', (text, expected) => {
  expect(filled(text)).toEqual({ text: expected, problems: [] });
});

test('words are in the shop’s language, in the form that is used next to a day', () => {
  expect(filled('{{day:+0 EEEE d MMMM}}', 'nl').text).toBe('donderdag 22 juli');
  expect(filled('{{day:+0 d MMMM}}', 'pl').text).toBe('22 lipca');
});

test.each(['{{amount}}', '{{day:0 d}}', '{{day:+1}}', '{{day:+1 hh}}', "{{day:+1 d 'of}}", '{{}}'])(
  '%s is not a placeholder, and the problem names its place',
  (text) => {
    expect(filled(`ab ${text}`)).toEqual({
      text: `ab ${text}`,
      problems: [{ offset: 3, message: expect.stringContaining(text) }],
    });
  },
);

test('placeholders that are filled in later stay', () => {
  expect(fillPlaceholders('{{ amount }} {{code}}', { ...facts, filledLater: ['amount', 'code'] })).toEqual({
    text: '{{amount}} {{code}}',
    problems: [],
  });
});
