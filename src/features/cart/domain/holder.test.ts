import { describe, expect, test } from 'vitest';
import { type Holder, type HolderRules, holderProblems } from './holder.ts';
import { isRomanName } from './roman-name.ts';

const pass: HolderRules = { type: 'ticket', ageOptions: ['18-24', '25-34'], travelTimeType: null };
const coach: HolderRules = { type: 'transport', ageOptions: [], travelTimeType: 'selectable' };
const ada: Holder = { fullName: 'Ada Lovelace', email: 'ada@example.org', age: '18-24', transportTimeId: '7' };

const problems = (item: HolderRules, changes: Partial<Holder>) => holderProblems(item, { ...ada, ...changes });

describe('the holder of a ticket', () => {
  test('a complete holder has no problems', () => {
    expect(problems(pass, {})).toEqual([]);
    expect(problems(coach, { age: null })).toEqual([]);
  });

  test('for an empty holder every field is missing, in form order', () => {
    const both: HolderRules = { type: 'ticket', ageOptions: ['18-24'], travelTimeType: 'selectable' };
    expect(problems(both, { fullName: '', email: '', age: null, transportTimeId: null })).toEqual([
      { field: 'full_name', kind: 'name_missing' },
      { field: 'email', kind: 'email_missing' },
      { field: 'age', kind: 'age_missing' },
      { field: 'transport_time_id', kind: 'travel_time_missing' },
    ]);
  });

  test('a blank name or email counts as empty', () => {
    expect(problems(pass, { fullName: ' \u00a0 ', email: '  ' })).toEqual([
      { field: 'full_name', kind: 'name_missing' },
      { field: 'email', kind: 'email_missing' },
    ]);
  });

  test.each([
    'ada',
    'ada@example',
    'ada@@example.org',
    'ada love@example.org',
    'mailto:ada@example.org',
    '@b.c',
    'a@.',
  ])('the email %s is not valid', (email) => {
    expect(problems(pass, { email })).toEqual([{ field: 'email', kind: 'email_invalid' }]);
  });

  test('a name in another script is refused with its own reason', () => {
    expect(problems(pass, { fullName: 'Ада Лавлейс' })).toEqual([{ field: 'full_name', kind: 'name_not_roman' }]);
  });

  test('an age that the item does not offer counts as missing', () => {
    expect(problems(pass, { age: '0-11' })).toEqual([{ field: 'age', kind: 'age_missing' }]);
  });

  test('an age is required only for a ticket with age options', () => {
    expect(problems({ ...pass, ageOptions: [] }, { age: null })).toEqual([]);
    expect(problems({ ...pass, type: 'transport' }, { age: null })).toEqual([]);
  });

  test('a travel time is required only where it can be chosen', () => {
    expect(problems({ ...coach, travelTimeType: 'fixed' }, { transportTimeId: null })).toEqual([]);
    expect(problems({ ...coach, travelTimeType: null }, { transportTimeId: null })).toEqual([]);
  });
});

describe('a name in roman characters', () => {
  test.each([
    'Ada Lovelace',
    "Sinéad O'Connor",
    'Anne-Marie Müller-Lüdenscheidt',
    'J. R. R. Tolkien',
    'Đurđa Šarić',
    'Łukasz Żółć',
    'Nguyễn Thị Minh Khai',
    'Þórður Guðmundsson',
    'Jose\u0301 A\u0301lvarez',
    'Hawaiʻi Kaʻahumanu',
    'D’Arcy',
    'Henry VIII 8th',
  ])('can be %s', (name) => expect(isRomanName(name)).toBe(true));

  test.each(['Ада', 'Adа Lovelace', '山田太郎', 'محمد', 'Αδα', 'אדה', '𝓐𝓭𝓪', 'Ada 山田', 'अदा', '', '123', "- . '"])(
    'cannot be %j',
    (name) => expect(isRomanName(name)).toBe(false),
  );
});
