import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DisputeState, stateAfter } from './dispute-state.ts';

const stateAfterAll = (reported: readonly DisputeState[]) =>
  reported.reduce<DisputeState | null>((known, state) => stateAfter(known, state), null);

test.each(['won', 'lost'] as const)('messages in any order and number end in the decided state (%s)', (decided) => {
  const message = fc.constantFrom<DisputeState>('open', 'money_taken', decided);
  fc.assert(
    fc.property(fc.array(message), fc.nat(), (reported, place) => {
      const messages = reported.toSpliced(place % (reported.length + 1), 0, decided);
      expect(stateAfterAll(messages)).toBe(decided);
    }),
  );
});

test('an appeal can reverse a decided dispute', () => {
  expect(stateAfter('won', 'lost')).toBe('lost');
  expect(stateAfter('lost', 'won')).toBe('won');
});

test('the money stays taken until the dispute is decided', () => {
  expect(stateAfter('money_taken', 'open')).toBe('money_taken');
});
