import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAnnouncer } from './announcer.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function begin() {
  const log: string[] = [];
  const started = Date.now();
  const say = createAnnouncer((urgency, text) => log.push(`${Date.now() - started} ${urgency} ${text}`.trim()));
  return { say, log };
}

test('a message is removed after a second', () => {
  const { say, log } = begin();
  say('9 items');
  vi.runAllTimers();
  expect(log).toEqual(['0 polite 9 items', '1000 polite']);
});

test('the second message follows 150 ms after the first was removed', () => {
  const { say, log } = begin();
  say('one');
  say('two');
  vi.runAllTimers();
  expect(log).toEqual(['0 polite one', '1000 polite', '1150 polite two', '2150 polite']);
});

test('an urgent message comes before the waiting ones', () => {
  const { say, log } = begin();
  say('one');
  vi.advanceTimersByTime(10);
  say('two');
  say('30 seconds left', 'assertive');
  vi.runAllTimers();
  expect(log.filter((entry) => /\d+ \w+ ./.test(entry))).toEqual([
    '0 polite one',
    '1150 assertive 30 seconds left',
    '2300 polite two',
  ]);
});

test('the same words are announced again later', () => {
  const { say, log } = begin();
  say('9 items');
  vi.runAllTimers();
  say('9 items');
  vi.runAllTimers();
  expect(log.filter((entry) => entry.endsWith('9 items'))).toHaveLength(2);
});
