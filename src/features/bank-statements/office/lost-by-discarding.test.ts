import { expect, test } from 'vitest';
import { lostByDiscarding } from './lost-by-discarding.ts';

const open = { result: null, undone: null };
const none = { choices: new Map(), leftOut: new Set<number>() };

test('a statement about which nobody has decided anything is discarded without a question', () => {
  expect(lostByDiscarding([open, { result: { can_undo: false }, undone: null }], none)).toBeNull();
});

test('decisions, confirmed lines and undone lines are lost', () => {
  const choices = new Map([[1, { how: 'without_order' } as const]]);
  expect(lostByDiscarding([open], { choices, leftOut: new Set([2]) })).toEqual({ decisions: 2, hasHistory: false });
  const history = { decisions: 0, hasHistory: true };
  expect(lostByDiscarding([{ result: { can_undo: true }, undone: null }], none)).toEqual(history);
  expect(lostByDiscarding([{ result: null, undone: { by: null } }], none)).toEqual(history);
});
