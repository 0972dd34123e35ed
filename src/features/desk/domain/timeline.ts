/**
 * The events of an order, as its features store them. Each `at` is the time of the transaction that wrote the event.
 */
export interface TimelineFacts {
  readonly placed: { readonly at: Date; readonly amount: number };
  readonly termsAcceptedAt: Date | null;
  /** Audit-log lines about the order, its refunds and its money, unsorted. */
  readonly audits: readonly TimelineAudit[];
  readonly receipts: readonly ReceiptFacts[];
  /** Attempts to pay by card that brought no money. */
  readonly attempts: readonly AttemptFacts[];
  readonly documents: readonly DocumentFacts[];
  /** Refunds that the customer requested. */
  readonly requests: readonly { readonly at: Date; readonly code: string; readonly amount: number }[];
  readonly changes: readonly TicketChangeFacts[];
  readonly mails: readonly MailFacts[];
  readonly notes: readonly NoteFacts[];
}

interface TimelineAudit {
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly details: Readonly<Record<string, unknown>>;
}

interface ReceiptFacts {
  readonly id: number;
  readonly at: Date;
  /** A gateway's name, or `bank`. */
  readonly source: string;
  /** The bank's or the provider's number; null if the bank gave none. */
  readonly number: string | null;
  readonly amount: number;
  readonly currency: string;
}

interface AttemptFacts {
  readonly at: Date;
  /** The payment's reference. */
  readonly payment: string;
  readonly amount: number;
  readonly status: 'declined' | 'cancelled' | 'expired' | 'problem';
  /** Why it was declined, in the provider's words; null if it did not say. */
  readonly reason: string | null;
  /** Whether the shop charged the saved card, without the customer. */
  readonly isBySavedCard: boolean;
}

interface DocumentFacts {
  readonly at: Date;
  readonly number: string;
  readonly series: 'invoice' | 'advance' | 'credit_note';
}

interface TicketChangeFacts {
  readonly at: Date;
  readonly position: number;
  readonly item: string;
  readonly kind: 'holder' | 'travel_time' | 'reassigned';
  /** Empty once the holder was erased. */
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

interface MailFacts {
  readonly at: Date;
  /** When it was put into the outbox. */
  readonly writtenAt: Date;
  readonly id: number;
  /** Empty once the mail's content was deleted, as is the subject. */
  readonly to: string;
  readonly subject: string;
  readonly status: 'waiting' | 'sent' | 'failed';
  readonly isReadable: boolean;
}

interface NoteFacts {
  readonly at: Date;
  readonly id: number;
  readonly author: string;
  readonly body: string;
  readonly isPinned: boolean;
  readonly remindOn: string | null;
}

type Kinds = {
  /** `exceptions`: what a manager allowed for an order that staff placed, and why. */
  placed: { readonly amount: number; readonly exceptions: Readonly<Record<string, unknown>> };
  terms_accepted: object;
  received: Omit<ReceiptFacts, 'at'>;
  attempt_failed: Omit<AttemptFacts, 'at'>;
  document: Omit<DocumentFacts, 'at'>;
  refund_requested: { readonly code: string; readonly amount: number };
  ticket_changed: Omit<TicketChangeFacts, 'at'> & {
    /** Why staff exceeded the customer's limits; '' if they did not. */
    readonly reason: string;
  };
  action: Omit<TimelineAudit, 'at' | 'actor'>;
  mail: Omit<MailFacts, 'at' | 'writtenAt'>;
  note: Omit<NoteFacts, 'at' | 'author'>;
};

/** `by` is the actor as in the audit log; null for the customer and for automatic events. */
export type TimelineEntry = {
  [What in keyof Kinds]: { readonly what: What; readonly at: Date; readonly by: string | null } & Kinds[What];
}[keyof Kinds];

/** Ranks entries of the same moment, causes below effects. The timeline begins with the newest and highest. */
const RANK: Readonly<Record<keyof Kinds, number>> = {
  placed: 0,
  terms_accepted: 1,
  attempt_failed: 2,
  received: 3,
  document: 4,
  refund_requested: 5,
  ticket_changed: 6,
  action: 7,
  mail: 8,
  note: 9,
};

/**
 * The details of the audit-log line for a new order that the timeline shows. The order's page already shows the others.
 */
const EXCEPTIONS: ReadonlySet<string> = new Set(['free_of_charge', 'beyond_limits', 'beyond_capacity', 'reason']);

/**
 * All events of an order, newest first. If another entry covers a line of the audit log, the entry takes the line's
 * actor, and the line is left out.
 */
export function timelineOf(facts: TimelineFacts): TimelineEntry[] {
  const merged = new Set<TimelineAudit>();
  /**
   * Finds the line of the audit log that another entry covers, and keeps it from becoming a separate entry. With
   * `isShared`, several entries may have one line.
   */
  const lineOf = (matches: (audit: TimelineAudit) => boolean, { isShared = false } = {}): TimelineAudit | undefined => {
    const line = facts.audits.find((audit) => matches(audit) && (isShared || !merged.has(audit)));
    if (line) merged.add(line);
    return line;
  };
  const actorOf = (...wanted: Parameters<typeof lineOf>): string | null => lineOf(...wanted)?.actor ?? null;
  const isAt = (moment: Date) => {
    const time = moment.getTime();
    return (audit: TimelineAudit) => audit.at.getTime() === time;
  };
  const recorderOf = (receipt: number) =>
    actorOf(({ action, details }) => action === 'payment.recorded' && details.receipt === receipt);
  const { at: placedAt, ...placed } = facts.placed;
  const creation = lineOf(({ action }) => action === 'order.created');
  const exceptions = Object.fromEntries(
    Object.entries(creation?.details ?? {}).filter(([name]) => EXCEPTIONS.has(name)),
  );
  const entries: TimelineEntry[] = [
    { what: 'placed', at: placedAt, by: creation?.actor ?? null, ...placed, exceptions },
    ...(facts.termsAcceptedAt ? [{ what: 'terms_accepted' as const, at: facts.termsAcceptedAt, by: null }] : []),
    ...facts.receipts.map((receipt) => ({ what: 'received' as const, by: recorderOf(receipt.id), ...receipt })),
    ...facts.attempts.map((attempt) => ({ what: 'attempt_failed' as const, by: null, ...attempt })),
    ...facts.documents.map((document) => ({ what: 'document' as const, by: null, ...document })),
    ...facts.requests.map((request) => ({ what: 'refund_requested' as const, by: null, ...request })),
    ...facts.changes.map((change) => {
      const line = lineOf(
        (audit) =>
          isAt(change.at)(audit) && audit.action.startsWith('ticket.') && audit.details.position === change.position,
      );
      const reason = typeof line?.details.reason === 'string' ? line.details.reason : '';
      return { what: 'ticket_changed' as const, by: line?.actor ?? null, ...change, reason };
    }),
    ...facts.mails.map(({ writtenAt, ...mail }) => ({
      what: 'mail' as const,
      by: actorOf((audit) => isAt(writtenAt)(audit) && audit.action === 'order.mailed_again', { isShared: true }),
      ...mail,
    })),
    ...facts.notes.map(({ author, ...note }) => {
      lineOf((audit) => isAt(note.at)(audit) && audit.action === 'order.note_written');
      return { what: 'note' as const, by: author, ...note };
    }),
  ];
  // A deleted note is gone, but the line that records its writing remains.
  const others = facts.audits
    .filter((audit) => !merged.has(audit))
    .map(({ actor, ...audit }) => ({ what: 'action' as const, by: actor, ...audit }));
  return [...entries, ...others].sort(
    (one, other) => other.at.getTime() - one.at.getTime() || RANK[other.what] - RANK[one.what],
  );
}

export const timelineGroups = ['notes', 'mails', 'money'] as const;
export type TimelineGroup = (typeof timelineGroups)[number];

const MONEY_ACTIONS = /^(payment|refund|dispute|fraud_warning|payout)\./;

/** The timeline's filter that shows the entry; null if only "all" does. */
export function groupOf(entry: { readonly what: keyof Kinds; readonly action?: string }): TimelineGroup | null {
  switch (entry.what) {
    case 'note':
      return 'notes';
    case 'mail':
      return 'mails';
    case 'received':
    case 'attempt_failed':
    case 'document':
    case 'refund_requested':
      return 'money';
    case 'action':
      return MONEY_ACTIONS.test(entry.action ?? '') ? 'money' : null;
    default:
      return null;
  }
}
