import { expect, test } from 'vitest';
import { languageOf } from '#kernel/language.ts';
import { aboutMinutes, nextShown, type ShownWait, waitOf } from '../domain/estimate.ts';
import { placeWords } from './place-words.ts';

const english = languageOf('en', {});
const settings = { locale: 'en', timezone: 'UTC' };
const NOW = new Date('2027-01-18T08:42:00Z');

function waiting(ahead: number, wait: ShownWait | null, { isPaused } = { isPaused: false }) {
  const view = { state: { kind: 'waiting', ahead, isPaused } as const, wait, pollAfterMs: 4_000 };
  return placeWords({ view, minutesInside: 10, isSoldOut: false }, english, settings, NOW);
}
const wait = (minutes: number): ShownWait => ({ minutes, isSlower: false });
const slowerWait = (minutes: number): ShownWait => ({ minutes, isSlower: true });

test('waits of up to two hours are shown in minutes, longer ones in hours', () => {
  const leads = [1, 2, 120, 180, 300, 360].map((minutes) => waiting(900, wait(minutes)).lead);
  expect(leads).toEqual([
    'Less than a minute to wait.',
    'About 2 minutes to wait.',
    'About 120 minutes to wait.',
    'About 3 hours to wait.',
    'About 5 hours to wait.',
    'More than 5 hours to wait.',
  ]);
});

test('the announcement has the position and the wait', () => {
  expect(waiting(1_312, wait(12)).announcement).toBe(
    'You are in line. 1,312 people are ahead of you. About 12 minutes to wait.',
  );
  expect(waiting(1, slowerWait(4)).announcement).toBe(
    'You are in line. 1 person is ahead of you. About 4 minutes to wait. The line is moving more slowly than before.',
  );
  expect(waiting(0, wait(1)).announcement).toBe('You are next. Less than a minute to wait.');
});

test('a pause, a slower line and being next are announced, but no small change', () => {
  const { milestone } = waiting(480, wait(12));
  expect(waiting(310, wait(12)).milestone).toBe(milestone);
  expect(waiting(480, wait(15)).milestone).toBe(milestone);
  const others = [
    waiting(150, wait(12)),
    waiting(480, wait(8)),
    waiting(480, slowerWait(12)),
    waiting(480, wait(12), { isPaused: true }),
    waiting(480, null),
    waiting(0, wait(12)),
  ].map((words) => words.milestone);
  expect(new Set([milestone, ...others]).size).toBe(7);
});

test('at most half of the polls of a long wait are announced', () => {
  const perMinute = 600;
  let ahead = 100_000;
  let shown: number | null = null;
  const announced: string[] = [];
  let polls = 0;
  while (ahead > 0) {
    const waitMs = waitOf(ahead, perMinute)!;
    const next = nextShown(waitMs, shown);
    shown = next.minutes;
    expect(shown).toBe(aboutMinutes(waitMs));
    const { milestone } = waiting(ahead, next);
    if (announced.at(-1) !== milestone) announced.push(milestone);
    polls += 1;
    ahead -= Math.ceil((Math.min(60_000, Math.max(4_000, waitMs / 5)) / 60_000) * perMinute);
  }
  expect(announced.length).toBeLessThanOrEqual(polls / 2);
});

test('the time to enter is announced with the call, and again when little of it is left', () => {
  const called = (minutes: number) => {
    const until = new Date(NOW.getTime() + minutes * 60_000);
    const view = { state: { kind: 'called', until } as const, wait: null, pollAfterMs: 15_000 };
    return placeWords({ view, minutesInside: 10, isSoldOut: false }, english, settings, NOW);
  };
  expect(called(10).announcement).toBe('It is your turn. Please enter within 10 minutes.');
  expect(called(9).milestone).toBe(called(10).milestone);
  expect(called(2).milestone).not.toBe(called(10).milestone);
});
