import { expect, test } from 'vitest';
import { joinSignals } from './join-signals.ts';

test('given two signals, when either aborts, then the joined one aborts with its reason and keeps that reason', () => {
  const [person, timeout] = [new AbortController(), new AbortController()];
  const joined = joinSignals(person.signal, timeout.signal);
  expect(joined.aborted).toBe(false);
  timeout.abort('too slow');
  person.abort('left the page');
  expect(joined.reason).toBe('too slow');
});

test('given a signal that has aborted already, then the joined one has too', () => {
  expect(joinSignals(new AbortController().signal, AbortSignal.abort('gone')).reason).toBe('gone');
});
