import { expect, test } from 'vitest';
import { personaliseProblems } from './personalise.ts';

const pass = {
  externalCode: 'pass',
  name: 'Festival Pass',
  type: 'ticket',
  ageOptions: ['25-34'],
  travelTimeType: null,
} as const;
const mila = { fullName: 'Mila Okonkwo', email: 'mila@example.org', age: '25-34', transportTimeId: null };

test('a complete holder without a ticket for this product has no problem', () => {
  expect(personaliseProblems(pass, mila, [{ externalCode: 'coach', fullName: 'Mila Okonkwo' }])).toEqual([]);
});

test('the name of a holder who has this product in the cart is refused before the other fields', () => {
  const held = [{ externalCode: 'pass', fullName: 'MÍLA  okonkwo' }];
  expect(personaliseProblems(pass, { ...mila, fullName: ' Mila Okonkwo ', age: null }, held)).toEqual([
    { field: 'full_name', kind: 'already_in_cart', product: 'Festival Pass', fullName: 'Mila Okonkwo' },
    { field: 'age', kind: 'age_missing' },
  ]);
});

test('an invalid name has only one problem', () => {
  expect(personaliseProblems(pass, { ...mila, fullName: ' ' }, [{ externalCode: 'pass', fullName: ' ' }])).toEqual([
    { field: 'full_name', kind: 'name_missing' },
  ]);
});
