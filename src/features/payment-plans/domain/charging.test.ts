import { describe, expect, test } from 'vitest';
import {
  type Charges,
  chargeAgainAt,
  isCardValid,
  MAX_CHARGES,
  mayCharge,
  noCharges,
  willBeCharged,
} from './charging.ts';

const timezone = 'Europe/Amsterdam';
const instalment = { dueAt: new Date('2026-12-19T23:00:00Z'), timezone };
const card = {
  expires: '2028-12',
  agreedAt: new Date('2026-11-20T10:00:00Z'),
  savedAt: new Date('2026-11-20T10:05:00Z'),
};
const announced: Charges = { ...noCharges, announcedAt: new Date('2026-12-13T08:00:00Z') };
const at = (moment: string) => new Date(moment);
const NINE = at('2026-12-20T08:00:00Z');

describe('the first charge', () => {
  test('is due at nine o’clock shop time on the due date', () => {
    expect(mayCharge(instalment, card, announced, at('2026-12-20T07:59:59Z'))).toBe(false);
    expect(mayCharge(instalment, card, announced, NINE)).toBe(true);
  });
  test('is not made unless a mail announced it', () => {
    expect(mayCharge(instalment, card, noCharges, NINE)).toBe(false);
  });
  test('needs no announcement if the buyer agreed after its time', () => {
    const late = { ...card, agreedAt: at('2026-12-15T10:00:00Z') };
    expect(mayCharge(instalment, late, noCharges, NINE)).toBe(true);
  });
  test('is no longer made once the last reminder is due, after a long outage', () => {
    expect(mayCharge(instalment, card, announced, at('2026-12-30T07:59:59Z'))).toBe(true);
    expect(mayCharge(instalment, card, announced, at('2026-12-30T08:00:00Z'))).toBe(false);
  });
});

describe('an expired card', () => {
  test('is neither announced nor charged', () => {
    const expired = { ...card, expires: '2026-11' };
    expect(willBeCharged(instalment, expired)).toBe(false);
    expect(mayCharge(instalment, expired, announced, NINE)).toBe(false);
  });

  test('is one whose month is over in the shop’s zone', () => {
    expect(isCardValid({ expires: '2026-12' }, at('2026-12-31T22:59:59Z'), timezone)).toBe(true);
    expect(isCardValid({ expires: '2026-12' }, at('2026-12-31T23:00:00Z'), timezone)).toBe(false);
  });
  test('is recognised by its date only, so a card without a date is charged', () => {
    expect(willBeCharged(instalment, { expires: null })).toBe(true);
  });
});

describe('after a declined charge', () => {
  const declined: Charges = { ...announced, tries: 1, lastTriedAt: NINE, retryAt: at('2026-12-23T08:00:00Z') };

  test('the card is charged at nine, again after three and seven days, and then no longer', () => {
    expect([1, 2, 3].map((tries) => chargeAgainAt(tries, NINE, timezone)?.toISOString() ?? null)).toEqual([
      '2026-12-23T08:00:00.000Z',
      '2026-12-27T08:00:00.000Z',
      null,
    ]);
  });
  test('the card is not charged before that day', () => {
    expect(mayCharge(instalment, card, declined, at('2026-12-23T07:59:59Z'))).toBe(false);
    expect(mayCharge(instalment, card, declined, at('2026-12-23T08:00:00Z'))).toBe(true);
  });
  test('a card that must not be charged again is left alone; another card is charged', () => {
    const final = { ...declined, retryAt: null };
    const moment = at('2026-12-24T08:00:00Z');
    expect(mayCharge(instalment, card, final, moment)).toBe(false);
    expect(mayCharge(instalment, { ...card, savedAt: at('2026-12-21T08:00:00Z') }, final, moment)).toBe(true);
  });
  test('an instalment is charged four times at most, whatever the card', () => {
    const exhausted = { ...declined, tries: MAX_CHARGES };
    const fresh = { ...card, savedAt: at('2026-12-24T07:00:00Z') };
    expect(mayCharge(instalment, fresh, exhausted, at('2026-12-24T08:00:00Z'))).toBe(false);
    expect(mayCharge(instalment, fresh, { ...exhausted, tries: 3 }, at('2026-12-24T08:00:00Z'))).toBe(true);
  });
});
