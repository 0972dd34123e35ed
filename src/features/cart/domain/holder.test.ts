import { describe, expect, test } from 'vitest';
import { type Holder, type HolderRules, holderProblems } from './holder.ts';
import { isRomanName } from './roman-name.ts';

const pass: HolderRules = { type: 'ticket', ageOptions: ['18-24', '25-34'], travelTimeType: null };
const coach: HolderRules = { type: 'transport', ageOptions: [], travelTimeType: 'selectable' };
const ada: Holder = { fullName: 'Ada Lovelace', email: 'ada@example.org', age: '18-24', transportTimeId: '7' };

const messages = (item: HolderRules, over: Partial<Holder>) =>
  holderProblems(item, { ...ada, ...over }).map(({ field, message }) => `${field}: ${message}`);

describe('the holder of a ticket', () => {
  test('complete, has no problems', () => {
    expect(messages(pass, {})).toEqual([]);
    expect(messages(coach, { age: null })).toEqual([]);
  });

  test('empty, is asked for everything in the order of the form', () => {
    const both: HolderRules = { type: 'ticket', ageOptions: ['18-24'], travelTimeType: 'selectable' };
    expect(messages(both, { fullName: '', email: '', age: null, transportTimeId: null })).toEqual([
      'full_name: Please enter the full name for this ticket holder.',
      'email: Please enter the email address for this ticket holder.',
      'age: Please choose the age range for this ticket holder.',
      'transport_time_id: Please choose your travel date and time.',
    ]);
  });

  test('a blank name or email counts as empty', () => {
    expect(messages(pass, { fullName: ' \u00a0 ', email: '  ' })).toEqual([
      'full_name: Please enter the full name for this ticket holder.',
      'email: Please enter the email address for this ticket holder.',
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
    expect(messages(pass, { email })).toEqual(['email: Please enter a valid email address for this ticket holder.']);
  });

  test('a name in another script is refused with its own sentence', () => {
    expect(messages(pass, { fullName: 'Ада Лавлейс' })).toEqual([
      'full_name: Please enter the full name in roman characters.',
    ]);
  });

  test('an age that the item does not offer is no age', () => {
    expect(messages(pass, { age: '0-11' })).toEqual(['age: Please choose the age range for this ticket holder.']);
  });

  test('an age is asked only of a ticket with age options', () => {
    expect(messages({ ...pass, ageOptions: [] }, { age: null })).toEqual([]);
    expect(messages({ ...pass, type: 'transport' }, { age: null })).toEqual([]);
  });

  test('a travel time is asked only where it can be chosen', () => {
    expect(messages({ ...coach, travelTimeType: 'fixed' }, { transportTimeId: null })).toEqual([]);
    expect(messages({ ...coach, travelTimeType: null }, { transportTimeId: null })).toEqual([]);
  });
});

describe('roman characters', () => {
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
  ])('are those of %s', (name) => expect(isRomanName(name)).toBe(true));

  test.each(['Ада', 'Adа Lovelace', '山田太郎', 'محمد', 'Αδα', 'אדה', '𝓐𝓭𝓪', 'Ada 山田', 'अदा', '', '123', "- . '"])(
    'are not those of %j',
    (name) => expect(isRomanName(name)).toBe(false),
  );
});
