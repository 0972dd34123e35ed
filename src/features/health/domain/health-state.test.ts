import { expect, test } from 'vitest';
import { stateOfBackup, stateOfDisk, stateOfGateway, stateOfQueue } from './health-state.ts';

const now = new Date('2026-11-20T12:00:00Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

test('work needs attention after it has been due for a quarter of an hour, and is bad after two hours', () => {
  expect(stateOfQueue(null, now)).toBe('ok');
  expect(stateOfQueue(ago(14), now)).toBe('ok');
  expect(stateOfQueue(ago(15), now)).toBe('warning');
  expect(stateOfQueue(ago(120), now)).toBe('bad');
});

test('work that is not due yet is fine', () => {
  expect(stateOfQueue(ago(-60), now)).toBe('ok');
});

test('a backup from last night is fine, an older one is late, and one older than a week is bad', () => {
  expect(stateOfBackup(ago(26 * 60), now)).toBe('ok');
  expect(stateOfBackup(ago(27 * 60), now)).toBe('warning');
  expect(stateOfBackup(ago(8 * 24 * 60), now)).toBe('bad');
  expect(stateOfBackup(null, now)).toBe('bad');
});

test('a disk needs attention below 15 % of free space, and is bad below 5 %', () => {
  expect(stateOfDisk({ free: 15, total: 100 })).toBe('ok');
  expect(stateOfDisk({ free: 14, total: 100 })).toBe('warning');
  expect(stateOfDisk({ free: 4, total: 100 })).toBe('bad');
});

test('a gateway is bad after failing for a quarter of an hour', () => {
  expect(stateOfGateway(null, now)).toBe('ok');
  expect(stateOfGateway(ago(14), now)).toBe('warning');
  expect(stateOfGateway(ago(15), now)).toBe('bad');
});
