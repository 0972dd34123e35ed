import { expect, test } from 'vitest';
import { firstHolder, knownHolders, nextHolder } from './known-holders.ts';

const pass = { externalCode: 'pass', type: 'ticket', ageOptions: ['25-34', '50'], travelTimeType: null, openTimes: [] };
const coach = {
  externalCode: 'coach',
  type: 'transport',
  ageOptions: ['25-34'],
  travelTimeType: 'selectable',
  openTimes: ['t1', 't2'],
} as const;
const customer = { fullName: 'Mila Okonkwo', email: 'mila@example.org' };
const nobody = { customer: null, inCart: [], boughtBefore: [] };
const ticket = (fullName: string, externalCode: string, transportTimeId: string | null = null) => ({
  fullName,
  email: `${fullName.split(' ')[0]!.toLowerCase()}@example.org`,
  age: externalCode === 'pass' ? '50' : null,
  externalCode,
  transportTimeId,
});

test('the first entry ticket is for the customer, with the age from an earlier ticket', () => {
  const boughtBefore = [{ fullName: 'mila okonkwo', email: 'old@example.org', age: '25-34' }];
  expect(firstHolder(pass, { customer, inCart: [], boughtBefore })).toEqual({
    ...customer,
    age: '25-34',
    transportTimeId: null,
  });
});

test('an age that this item does not offer is not chosen', () => {
  const boughtBefore = [{ ...customer, age: '12-15' }];
  expect(firstHolder(pass, { customer, inCart: [], boughtBefore }).age).toBeNull();
});

test('nothing is filled in for a visitor', () => {
  expect(firstHolder(pass, nobody)).toEqual({ fullName: '', email: '', age: null, transportTimeId: null });
});

test('the first coach seat or add-on is for the customer', () => {
  const known = { customer, inCart: [], boughtBefore: [] };
  expect(firstHolder(coach, known)).toEqual({ ...customer, age: null, transportTimeId: null });
  const camping = { ...pass, externalCode: 'camping', type: 'add-on' };
  expect(firstHolder(camping, known)).toMatchObject(customer);
});

test('the next ticket is for the customer, with the age typed earlier, whatever else is in the cart', () => {
  const inCart = [ticket('Mila Okonkwo', 'coach', 't1'), ticket('Noor Bakker', 'pass')];
  expect(firstHolder(pass, { customer, inCart, boughtBefore: [] })).toMatchObject(customer);
  const withAge = [{ ...ticket('Mila Okonkwo', 'camping'), age: '50' }];
  expect(firstHolder(pass, { customer, inCart: withAge, boughtBefore: [] }).age).toBe('50');
});

test('the ticket after the customer’s own starts without a name, and theirs is not offered', () => {
  const inCart = [ticket('mila  OKONKWO', 'pass')];
  const known = { customer, inCart, boughtBefore: [] };
  expect(firstHolder(pass, known)).toMatchObject({ fullName: '', email: '', age: null });
  expect(knownHolders(pass, known)).toEqual({ own: null, others: [] });
});

test('the time of a seat in the cart is preselected for the next one if it has seats', () => {
  const inCart = [ticket('Mila Okonkwo', 'coach', 't1'), ticket('Noor Bakker', 'coach', 't2')];
  expect(firstHolder(coach, { ...nobody, inCart }).transportTimeId).toBe('t2');
  expect(firstHolder({ ...coach, openTimes: ['t1'] }, { ...nobody, inCart }).transportTimeId).toBeNull();
});

test('a departure chosen before is preselected if it has seats, whatever the last ticket has', () => {
  const inCart = [ticket('Mila Okonkwo', 'coach', 't1')];
  expect(firstHolder(coach, { ...nobody, inCart }, 't2').transportTimeId).toBe('t2');
  expect(firstHolder({ ...coach, openTimes: ['t1'] }, { ...nobody, inCart }, 't2').transportTimeId).toBe('t1');
  expect(firstHolder({ ...coach, openTimes: [] }, { ...nobody, inCart }, 't2').transportTimeId).toBeNull();
  expect(firstHolder(pass, nobody, 't2').transportTimeId).toBeNull();
});

test('another ticket in the same dialog starts without a name and keeps the travel time', () => {
  const inCart = [ticket('Noor Bakker', 'coach', 't2')];
  const blank = { fullName: '', email: '', age: null };
  expect(nextHolder(coach, { customer, inCart, boughtBefore: [] })).toEqual({ ...blank, transportTimeId: 't2' });
});

test('at most eight holders of a group are offered', () => {
  const inCart = Array.from({ length: 9 }, (_, index) => ticket(`Friend ${index}`, 'pass'));
  expect(knownHolders(coach, { ...nobody, inCart }).others).toHaveLength(8);
});

test('holders in the cart without this item are offered once each, in addition to the customer', () => {
  const inCart = [
    ticket('Mila Okonkwo', 'pass'),
    ticket('Noor Bakker', 'pass'),
    ticket('noor  bakker', 'camping'),
    ticket('Finn Vos', 'coach', 't1'),
  ];
  const { own, others } = knownHolders(coach, { customer, inCart, boughtBefore: [] });
  expect(own).toEqual({ ...customer, age: null });
  expect(others.map((holder) => holder.fullName)).toEqual(['Noor Bakker']);
});

test('the age comes from the holder’s entry ticket, even if an add-on is listed first', () => {
  const inCart = [ticket('Noor Bakker', 'camping'), ticket('Noor Bakker', 'day')].map((one, index) => ({
    ...one,
    age: index === 1 ? '50' : null,
  }));
  expect(knownHolders(pass, { ...nobody, inCart }).others).toEqual([
    { fullName: 'Noor Bakker', email: 'noor@example.org', age: '50' },
  ]);
});
