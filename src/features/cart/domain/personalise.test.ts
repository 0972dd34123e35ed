import { expect, test } from 'vitest';
import { holderTexts } from './holder.ts';
import { personaliseProblems } from './personalise.ts';

const pass = {
  externalCode: 'pass',
  name: 'Festival Pass',
  type: 'ticket',
  ageOptions: ['25-34'],
  travelTimeType: null,
} as const;
const mila = { fullName: 'Mila Okonkwo', email: 'mila@example.org', age: '25-34', transportTimeId: null };

test('given a complete holder without a ticket of this product, then nothing is wrong', () => {
  expect(personaliseProblems(pass, mila, [{ externalCode: 'coach', fullName: 'Mila Okonkwo' }])).toEqual([]);
});

test('given the same holder with the same product in the cart, then the name is refused before the other fields', () => {
  const held = [{ externalCode: 'pass', fullName: 'MÍLA  okonkwo' }];
  expect(personaliseProblems(pass, { ...mila, fullName: ' Mila Okonkwo ', age: null }, held)).toEqual([
    { field: 'full_name', message: 'A Festival Pass ticket already exists for Mila Okonkwo in your cart.' },
    { field: 'age', message: holderTexts.ageMissing },
  ]);
});

test('given a name that cannot be taken anyway, then one thing is said about it', () => {
  expect(personaliseProblems(pass, { ...mila, fullName: ' ' }, [{ externalCode: 'pass', fullName: ' ' }])).toEqual([
    { field: 'full_name', message: holderTexts.nameMissing },
  ]);
});
