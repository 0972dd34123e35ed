import { setImmediate as nextTurn } from 'node:timers/promises';

/** Values handled in one turn of the event loop: a few milliseconds even if each takes a lot of work. */
const PER_TURN = 50;

/** Maps many values, a few in each turn of the event loop, so that other requests need not wait for all of them. */
export async function mapInTurns<From, To>(values: readonly From[], transform: (value: From) => To): Promise<To[]> {
  const mapped: To[] = [];
  for (const [index, value] of values.entries()) {
    if (index > 0 && index % PER_TURN === 0) await nextTurn();
    mapped.push(transform(value));
  }
  return mapped;
}
