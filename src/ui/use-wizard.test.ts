import { expect, test } from 'vitest';
import { stepInAddress, stepToShow } from './use-wizard.ts';

const steps = ['choose', 'enter', 'confirm'] as const;
type Step = (typeof steps)[number];
const ready =
  (...those: Step[]) =>
  (step: Step) =>
    those.includes(step);

test.each([
  ['?step=confirm', 'confirm'],
  ['?step=choose', 'choose'],
  ['', 'choose'],
  ['?step=nonsense', 'choose'],
])('the address %j names the step %s', (search, step) => {
  expect(stepInAddress(steps, new URLSearchParams(search))).toBe(step);
});

test('a step that has the values it needs is shown, whatever later steps lack', () => {
  expect(stepToShow(steps, 'enter', ready('choose', 'enter'))).toBe('enter');
  expect(stepToShow(steps, 'choose', ready('choose', 'enter', 'confirm'))).toBe('choose');
});

test('for a step that lacks its values, the last ready one before it is shown', () => {
  expect(stepToShow(steps, 'confirm', ready('choose', 'enter'))).toBe('enter');
  expect(stepToShow(steps, 'confirm', ready('choose'))).toBe('choose');
  expect(stepToShow(steps, 'enter', ready('choose', 'confirm'))).toBe('choose');
});

test('the first step is shown if none is ready', () => {
  expect(stepToShow(steps, 'confirm', ready())).toBe('choose');
});
