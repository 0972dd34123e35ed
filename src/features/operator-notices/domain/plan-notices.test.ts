import { describe, expect, test } from 'vitest';
import type { Matter } from './matter.ts';
import { compareNotices, type Notice, planMail, type SentSoFar } from './plan-notices.ts';

const ZONE = 'Europe/Amsterdam';
/** Shop time in winter, one hour ahead of UTC. */
const at = (clock: string, day = '20') => new Date(`2026-11-${day}T${clock}:00+01:00`);
const MINUTE = 60_000;

const problem = (code: string): Matter => ({
  kind: 'order_problem',
  key: `order-problem:${code}`,
  since: null,
  orderCode: code,
  details: {},
});
const owed = (code: string, since: Date | null = null): Matter => ({
  kind: 'order_owed',
  key: `order-owed:${code}`,
  since,
  orderCode: code,
  details: {},
});
const lostMail = (id: number, since: Date): Matter => ({
  kind: 'mail_given_up',
  key: `mail:${id}`,
  since,
  details: { id, mailKind: 'password', recipient: '', error: '' },
});
const notice = ({ key, kind }: Matter, openedAt: Date, sentAt: Date | null = null): Notice => ({
  id: 1,
  key,
  kind,
  openedAt,
  sentAt,
});
const sentSoFar = (notices: Notice[] = [], changes: Partial<SentSoFar> = {}): SentSoFar => ({
  notices: new Map(notices.map((one) => [one.key, one])),
  mailedAt: [],
  digestDay: null,
  ...changes,
});
const plan = (matters: Matter[], sent: SentSoFar, now: Date) => {
  const planned = planMail(matters, sent, ZONE, now);
  return planned && [planned.by, ...planned.matters.map(({ key }) => key)];
};

describe('comparing notices with matters', () => {
  test('finds new matters and ended ones', () => {
    const [old, both, fresh] = [problem('A'), problem('B'), problem('C')];
    const noted = [notice(old, at('10:00')), notice(both, at('10:00'))];
    const { opened, ended } = compareNotices(noted, [both, fresh], 100);
    expect([opened, ended.map(({ key }) => key)]).toEqual([[fresh], [old.key]]);
  });

  test('ends no notice of a kind whose list is truncated', () => {
    const noted = [notice(problem('Z'), at('10:00')), notice(owed('Z'), at('10:00'))];
    const { ended } = compareNotices(noted, [problem('A'), problem('B'), owed('A')], 2);
    expect(ended.map(({ key }) => key)).toEqual(['order-owed:Z']);
  });
});

describe('before nine', () => {
  const now = at('08:00');

  test('an urgent matter is mailed once, without delay, and others wait', () => {
    const matters = [problem('A'), owed('B')];
    expect(plan(matters, sentSoFar(), now)).toEqual(['mail', 'order-problem:A']);
    expect(plan(matters, sentSoFar([notice(problem('A'), now, now)]), now)).toBeNull();
  });

  test('after five mails within an hour, the next one waits and contains everything that was added', () => {
    const mailedAt = [0, 1, 2, 3, 4].map((minutes) => at(`07:0${minutes + 1}`));
    const matters = [problem('A'), problem('B')];
    expect(plan(matters, sentSoFar([], { mailedAt }), now)).toBeNull();
    expect(plan(matters, sentSoFar([], { mailedAt }), new Date(now.getTime() + MINUTE))).toEqual([
      'mail',
      'order-problem:A',
      'order-problem:B',
    ]);
  });
});

describe('from nine on', () => {
  test('the digest lists all open matters once a day, including those mailed before', () => {
    const matters = [owed('B', at('12:00', '19')), problem('A')];
    const sent = sentSoFar([notice(problem('A'), at('08:00'), at('08:00'))]);
    expect(plan(matters, sent, at('08:59'))).toBeNull();
    expect(plan(matters, sent, at('09:00'))).toEqual(['digest', 'order-owed:B', 'order-problem:A']);
    expect(plan(matters, { ...sent, digestDay: '2026-11-20' }, at('09:01'))).toBeNull();
    expect(plan(matters, { ...sent, digestDay: '2026-11-20' }, at('09:00', '21'))?.[0]).toBe('digest');
  });

  test('a matter that opens later in the day waits for the next morning, unless it is urgent', () => {
    const noted = sentSoFar([notice(owed('B'), at('09:30'))]);
    expect(plan([owed('B')], noted, at('10:00'))).toBeNull();
    expect(plan([owed('B'), problem('A')], noted, at('10:00'))).toEqual(['mail', 'order-problem:A']);
  });

  test('a shop that was off at nine sends its digest later', () => {
    expect(plan([owed('B', at('08:00'))], sentSoFar(), at('15:00'))).toEqual(['digest', 'order-owed:B']);
  });

  test('a matter that may stay open for good is in only one digest', () => {
    const mail = lostMail(1, at('08:00'));
    expect(plan([mail], sentSoFar(), at('09:00'))).toEqual(['digest', 'mail:1']);
    const sent = sentSoFar([notice(mail, at('08:00'), at('09:00'))], { digestDay: '2026-11-20' });
    expect(plan([mail], sent, at('09:00', '21'))).toBeNull();
  });
});
