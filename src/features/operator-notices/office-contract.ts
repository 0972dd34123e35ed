import { z } from 'zod';
import { officeCall } from '#features/staff/domain/office-call.ts';
import { instant, money, noteText, text } from '#wire/fields.ts';

const matter = z.object({
  kind: z.string(),
  /** The kind; for money, `money_` and the reason why it needs a person. */
  group: z.string(),
  /** Stays the same as long as the matter is open. */
  key: z.string(),
  urgent: z.boolean(),
  /** When it began to wait, or when it was noticed, which takes a minute at most. Null before that. */
  since: instant.nullable(),
  amount: money.nullable(),
  /** Null for the shop's own currency. */
  currency: z.string().nullable(),
  order: z.string().nullable(),
  customer_name: z.string().nullable(),
  receipt: z.int().nullable(),
  refund: z.string().nullable(),
  /** One line in English, for kinds that the page has no text for. */
  line: z.string(),
  /** The person working on it; null if there is none. */
  taken: z.object({ by: z.int(), name: z.string(), is_mine: z.boolean() }).nullable(),
  /** Null unless it is snoozed. */
  snoozed: z.object({ name: z.string(), until: instant, reason: z.string() }).nullable(),
  facts: z.object({
    /** `bank`, a gateway, the name of a cancelled event, who wrote a note or made a refund file, or the kind of an email. */
    from: z.string().nullable(),
    /** Why money needs a person. */
    attention: z
      .enum(['late', 'short', 'over', 'double', 'unmatched', 'currency', 'amount', 'contradicted'])
      .nullable(),
    /** A text from a payer, bank, gateway or mail server, or a colleague's note; may be empty. */
    detail: z.string(),
    /** A deadline: when a dispute must be answered, or when money goes back automatically. */
    until: instant.nullable(),
    count: z.int().nullable(),
    /** Identifies what the matter is about, such as a charge, a payout, a refund file or a note. */
    id: z.string().nullable(),
    /** The part of a disputed payment that went back to the card or is going back; null if none did. */
    refunded: money.nullable(),
    /** The day of a reminder, such as 2027-07-12, in the shop's time zone. */
    day: z.string().nullable(),
  }),
});

export const inbox = officeCall({
  name: 'inbox',
  summary: 'The matters that need a person and that the caller can deal with, the most urgent groups first',
  needs: { permission: 'orders.see' },
  fresh: false,
  changes: false,
  request: z.object({}),
  answer: z.object({
    /** At most 100 of each kind. */
    matters: z.array(matter),
    /** Snoozed matters, which come back automatically. Not counted in `groups`. */
    snoozed: z.array(matter),
    /** In the order of the page. `has_more`: there may be more matters than listed. */
    groups: z.array(
      z.object({
        group: z.string(),
        count: z.int(),
        has_more: z.boolean(),
        /** The sum of the amounts in the shop's currency; null if there are none. */
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
  summary: 'Records that the caller works on a matter. Nothing is locked: colleagues see this and can still act',
  request: z.object({
    key,
    /**
     * The colleague from whom the caller takes over, as shown on the page; null for nobody. Refused if somebody else
     * has the matter.
     */
    from: z.int().nullable(),
  }),
});

export const inboxRelease = officeCall({
  ...ofMatter,
  name: 'inbox-release',
  summary: 'Records that the caller no longer works on a matter',
  request: z.object({ key }),
});

export const inboxSnooze = officeCall({
  ...ofMatter,
  name: 'inbox-snooze',
  summary: 'Snoozes a matter for everybody, for at most 90 days; it must come back before its deadline',
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
  summary: 'Ends the snooze of a matter',
  request: z.object({ key }),
});

export const inboxDone = officeCall({
  name: 'inbox-done',
  summary: 'What the caller and colleagues did about matters today, newest first',
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
        /** What to undo: a recorded transfer, or the snooze of a matter. Null if it cannot be undone here. */
        undo: z
          .union([z.object({ receipt: z.int(), number: z.string().nullable() }), z.object({ key: z.string() })])
          .nullable(),
      }),
    ),
  }),
});

const message = {
  gateway: text(50),
  /** The provider's id of the message. */
  message: text(300),
};

export const messageRetry = officeCall({
  name: 'message-retry',
  summary: 'Retries a provider’s message that could not be processed',
  needs: { permission: 'health.see' },
  fresh: false,
  changes: true,
  request: z.object(message),
  answer: z.object({}),
});

export const messageSettle = officeCall({
  name: 'message-settle',
  summary: 'Removes from the list a provider’s message that somebody has dealt with',
  needs: { permission: 'money.book' },
  fresh: false,
  changes: true,
  request: z.object({
    ...message,
    /** What staff found out. Goes into the audit log, so it must not contain names. */
    note: noteText,
  }),
  answer: z.object({}),
});

export const webhookRetry = officeCall({
  name: 'webhook-retry',
  summary: 'Sends again the calls to the operator’s webhook that were given up',
  needs: { permission: 'health.see' },
  fresh: false,
  changes: true,
  request: z.object({}),
  answer: z.object({ count: z.int() }),
});

export const webhookDrop = officeCall({
  name: 'webhook-drop',
  summary: 'Drops the calls to the operator’s webhook that were given up',
  needs: { permission: 'health.see' },
  fresh: false,
  changes: true,
  request: z.object({}),
  answer: z.object({ count: z.int() }),
});
