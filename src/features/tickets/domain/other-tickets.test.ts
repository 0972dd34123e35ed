import { expect, test } from 'vitest';
import { type HeldTicket, otherTicketsOf } from './other-tickets.ts';

const pass: HeldTicket = { code: 'PASS', full_name: 'Mila Okonkwo', status: 'active', reassigned: false };

test('a holder’s other tickets are the active ones in the same name that the caller manages', () => {
  const coach = { ...pass, code: 'COACH', full_name: 'mila  okonkwo' };
  const tickets = [
    pass,
    coach,
    { ...pass, code: 'NOOR', full_name: 'Noor Bakker' },
    { ...pass, code: 'REFUND', status: 'refund' as const },
    { ...pass, code: 'GIVEN', reassigned: true },
  ];
  expect(otherTicketsOf(tickets, pass)).toEqual([coach]);
});
