import { z } from 'zod';
import { officeCall } from '#features/staff/domain/office-call.ts';
import { instant, money, noteText, text } from '#wire/fields.ts';

const matter = z.object({
  kind: z.string(),
  /** The kind; for money also the reason why it waits. */
  group: z.string(),
  /** Stays the same as long as the matter does. */
  key: z.string(),
  urgent: z.boolean(),
  /** Null if the moment is not kept. */
  since: instant.nullable(),
  amount: money.nullable(),
  /** Null for the shop's own currency. */
  currency: z.string().nullable(),
  order: z.string().nullable(),
  customer_name: z.string().nullable(),
  receipt: z.int().nullable(),
  refund: z.string().nullable(),
  /** One line in English, for kinds that the page has no words for. */
  line: z.string(),
  /** Who works on it; null for nobody. */
  taken: z.object({ by: z.int(), name: z.string(), is_mine: z.boolean() }).nullable(),
  /** Null unless it is put off. */
  snoozed: z.object({ name: z.string(), until: instant, reason: z.string() }).nullable(),
  facts: z.object({
    /** A bank, gateway or cancelled event. */
    from: z.string().nullable(),
    /** Why money waits. */
    attention: z
      .enum(['late', 'short', 'over', 'double', 'unmatched', 'currency', 'amount', 'contradicted'])
      .nullable(),
    /** Words of a bank, gateway or mail server. */
    detail: z.string(),
    /** A deadline: when a dispute must be answered, or when money goes back by itself. */
    until: instant.nullable(),
    count: z.int().nullable(),
    /** A reference or a provider's id, which an action about it takes. */
    id: z.string().nullable(),
    /** How much of a disputed payment went back to the card before. */
    refunded: money.nullable(),
    /** The day of a reminder, such as 2027-07-12, in the shop's zone. */
    day: z.string().nullable(),
  }),
});

export const inbox = officeCall({
  name: 'inbox',
  summary: 'What needs a person and the caller can do something about, the most urgent first',
  needs: { permission: 'orders.see' },
  fresh: false,
  changes: false,
  request: z.object({}),
  answer: z.object({
    /** At most 100 of each kind. */
    matters: z.array(matter),
    /** Matters that are put off. They come back by themselves. Not counted in `groups`. */
    snoozed: z.array(matter),
    /** In the order of the page. `is_cut`: there are more than are listed. */
    groups: z.array(
      z.object({
        group: z.string(),
        count: z.int(),
        is_cut: z.boolean(),
        /** In the shop's currency; null if the group has no sum. */
        amount: money.nullable(),
        oldest: instant.nullable(),
      }),
    ),
  }),
});

/** The key of a matter in `inbox`. */
const key = text(300);
const ofMatter = { needs: { permission: 'orders.see' }, fresh: false, changes: true, answer: z.object({}) } as const;

export const inboxTake = officeCall({
  ...ofMatter,
  name: 'inbox-take',
  summary: 'Notes that the caller works on a matter. Nothing is locked: colleagues see it and can still act',
  request: z.object({
    key,
    /**
     * The colleague from whom the caller takes over, as shown there; null for nobody. Refused if somebody else has it.
     */
    from: z.int().nullable(),
  }),
});

export const inboxRelease = officeCall({
  ...ofMatter,
  name: 'inbox-release',
  summary: 'Gives a matter back that the caller took',
  request: z.object({ key }),
});

export const inboxSnooze = officeCall({
  ...ofMatter,
  name: 'inbox-snooze',
  summary: 'Puts a matter off for everybody until a moment, at most 90 days ahead and before its deadline',
  request: z.object({
    key,
    until: instant,
    /** Shown to colleagues; may be empty. */
    reason: text(500),
  }),
});

export const inboxWake = officeCall({
  ...ofMatter,
  name: 'inbox-wake',
  summary: 'Brings a matter back that was put off',
  request: z.object({ key }),
});

export const inboxDone = officeCall({
  name: 'inbox-done',
  summary: 'What the caller and colleagues have dealt with today, the newest first',
  needs: { permission: 'orders.see' },
  fresh: false,
  changes: false,
  request: z.object({}),
  answer: z.object({
    /** At most 20. */
    entries: z.array(
      z.object({
        id: z.int(),
        at: instant,
        name: z.string(),
        is_mine: z.boolean(),
        /** The action's name in the audit log. */
        action: z.string(),
        subject: z.string(),
        /** In the shop's currency; null if the action has no sum. */
        amount: money.nullable(),
        /** How it can be undone: a recorded transfer, or a matter that was put off. */
        undo: z
          .union([z.object({ receipt: z.int(), transaction: z.string() }), z.object({ key: z.string() })])
          .nullable(),
      }),
    ),
  }),
});

const message = {
  gateway: text(50),
  /** The provider's id. */
  message: text(300),
};

export const messageRetry = officeCall({
  name: 'message-retry',
  summary: 'Processes a provider’s message once more that could not be processed',
  needs: { permission: 'health.see' },
  fresh: false,
  changes: true,
  request: z.object(message),
  answer: z.object({}),
});

export const messageSettle = officeCall({
  name: 'message-settle',
  summary: 'Takes a provider’s message off the list that somebody has dealt with',
  needs: { permission: 'money.book' },
  fresh: false,
  changes: true,
  request: z.object({
    ...message,
    /** What somebody found. Goes into the audit log, so it must not contain names. */
    note: noteText,
  }),
  answer: z.object({}),
});

export const webhookRetry = officeCall({
  name: 'webhook-retry',
  summary: 'Posts once more what the operator’s webhook did not take',
  needs: { permission: 'health.see' },
  fresh: false,
  changes: true,
  request: z.object({}),
  answer: z.object({ count: z.int() }),
});

export const webhookDrop = officeCall({
  name: 'webhook-drop',
  summary: 'Drops what the operator’s webhook did not take',
  needs: { permission: 'health.see' },
  fresh: false,
  changes: true,
  request: z.object({}),
  answer: z.object({ count: z.int() }),
});
