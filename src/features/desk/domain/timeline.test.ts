import { describe, expect, test } from 'vitest';
import { groupOf, type TimelineFacts, timelineOf } from './timeline.ts';

const at = (minute: number) => new Date(Date.UTC(2027, 0, 12, 14, minute));
const audit = (minute: number, action: string, details: object = {}, subject = 'SLK-7Q4M2X') => ({
  ...{ at: at(minute), actor: 'Noor Bakker', action, subject, details: { ...details } },
});
const mail = {
  at: at(9),
  writtenAt: at(8),
  id: 3,
  to: 'ivo@example.org',
  subject: 'Paid',
  status: 'sent',
  isReadable: true,
} as const;
const change = { at: at(5), position: 1, item: 'Pass', kind: 'holder', before: {}, after: {} } as const;
const entriesOf = (facts: Partial<TimelineFacts>) =>
  timelineOf({
    placed: { at: at(0), amount: 19_850 },
    termsAcceptedAt: null,
    audits: [],
    receipts: [],
    attempts: [],
    documents: [],
    requests: [],
    changes: [],
    mails: [],
    notes: [],
    ...facts,
  });

test('the newest entry comes first; within one transaction, effects come before their causes', () => {
  const receipt = { id: 4, at: at(2), source: 'bank', number: 'B1', amount: 19_850, currency: 'EUR' };
  const entries = entriesOf({
    termsAcceptedAt: at(0),
    receipts: [receipt],
    documents: [{ at: at(2), number: '2027-00001', series: 'invoice' }],
    mails: [{ ...mail, at: at(2) }],
  });
  expect(entries.map(({ what }) => what)).toEqual(['mail', 'document', 'received', 'terms_accepted', 'placed']);
});

describe('a line of the audit log that another entry covers is merged into that entry, which then has', () => {
  test('who placed the order for the customer', () => {
    expect(entriesOf({ audits: [audit(0, 'order.created')] })).toMatchObject([{ what: 'placed', by: 'Noor Bakker' }]);
  });
  test('what was allowed for that order, and why', () => {
    const details = { channel: 'phone', total: 0, free_of_charge: true, reason: 'Crew' };
    expect(entriesOf({ audits: [audit(0, 'order.created', details)] })).toMatchObject([
      { what: 'placed', exceptions: { free_of_charge: true, reason: 'Crew' } },
    ]);
    expect(entriesOf({})).toMatchObject([{ what: 'placed', by: null, exceptions: {} }]);
  });
  test('who recorded money, even if the line and the receipt have different times', () => {
    const receipt = { id: 4, at: at(1), source: 'bank', number: 'B1', amount: 5, currency: 'EUR' };
    const entries = entriesOf({ receipts: [receipt], audits: [audit(7, 'payment.recorded', { receipt: 4 })] });
    expect(entries).toMatchObject([{ what: 'received', by: 'Noor Bakker' }, { what: 'placed' }]);
  });
  test('who changed a ticket, and why it was allowed', () => {
    const audits = [audit(5, 'ticket.holder_changed', { position: 1, beyond_limits: true, reason: 'Our mistake' })];
    expect(entriesOf({ changes: [change], audits })[0]).toMatchObject({ by: 'Noor Bakker', reason: 'Our mistake' });
    expect(entriesOf({ changes: [{ ...change, position: 2 }], audits })).toHaveLength(3);
  });
  test('who sent mails again, even if one action sent several', () => {
    const entries = entriesOf({ mails: [mail, { ...mail, id: 4 }], audits: [audit(8, 'order.mailed_again')] });
    expect(entries).toMatchObject([{ by: 'Noor Bakker' }, { by: 'Noor Bakker' }, { what: 'placed' }]);
  });
});

test('the audit-log line about writing a note is left out, unless the note was deleted', () => {
  const note = { at: at(3), id: 1, author: 'Noor Bakker', body: 'Called.', isPinned: false, remindOn: null };
  const audits = [audit(3, 'order.note_written'), audit(4, 'order.note_written'), audit(6, 'order.note_removed')];
  expect(entriesOf({ notes: [note], audits }).map((entry) => ('action' in entry ? entry.action : entry.what))).toEqual([
    'order.note_removed',
    'order.note_written',
    'note',
    'placed',
  ]);
});

test.each([
  ['order.cancelled', null],
  ['payment.attempts_reset', 'money'],
  ['refund.processed', 'money'],
  ['dispute.open', 'money'],
])('the action %s is in the group %s', (action, group) => {
  expect(groupOf({ what: 'action', action })).toBe(group);
});
