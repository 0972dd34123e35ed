import { expect, test } from 'vitest';
import { joinSignals } from './join-signals.ts';

test('the joined signal aborts with the first reason and keeps it', () => {
  const [person, timeout] = [new AbortController(), new AbortController()];
  const joined = joinSignals(person.signal, timeout.signal);
  expect(joined.aborted).toBe(false);
  timeout.abort('too slow');
  person.abort('left the page');
  expect(joined.reason).toBe('too slow');
});

test('the joined signal is aborted if one of the signals already was', () => {
  expect(joinSignals(new AbortController().signal, AbortSignal.abort('gone')).reason).toBe('gone');
});
