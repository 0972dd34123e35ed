import { hasPermission, type Permission, type Role } from '#features/staff/domain/permissions.ts';
import { toInstantOrNull } from '#wire/fields.ts';
import { isUrgent, type Matter, matterText } from '../domain/matter.ts';
import { GROUPS, groupOf, type InboxGroup, type InboxKind, PERMISSION_OF } from '../domain/who-sees.ts';
import type { Mark } from './marks-store.ts';

/** A customer's request that waits for a decision. */
export interface RefundRequest {
  readonly code: string;
  readonly orderCode: string;
  readonly total: number;
  readonly createdAt: Date;
}

export interface InboxMatter {
  kind: InboxKind;
  group: InboxGroup;
  key: string;
  urgent: boolean;
  since: string | null;
  amount: number | null;
  currency: string | null;
  order: string | null;
  customer_name: string | null;
  receipt: number | null;
  refund: string | null;
  line: string;
  taken: { by: number; name: string; is_mine: boolean } | null;
  snoozed: { name: string; until: string; reason: string } | null;
  facts: Facts;
}

interface Facts {
  from: string | null;
  attention: Extract<Matter, { kind: 'money_to_settle' }>['details']['attention'] | null;
  detail: string;
  until: string | null;
  count: number | null;
  refunded: number | null;
  id: string | null;
  day: string | null;
}

const NOTHING: Facts = {
  from: null,
  attention: null,
  detail: '',
  until: null,
  count: null,
  refunded: null,
  id: null,
  day: null,
};

const UNMARKED = { taken: null, snoozed: null };

/** The list of a kind has at most this many matters. */
export const MAX_PER_KIND = 100;

interface Viewer {
  readonly roles: readonly Role[];
  readonly staffId: number;
}

export interface OpenNow {
  readonly matters: readonly Matter[];
  readonly requests: readonly RefundRequest[];
  readonly marks: readonly Mark[];
  /** When each matter was first noticed, by its key. */
  readonly noticed: ReadonlyMap<string, Date>;
}

/** Returns the matters that this person can deal with. `names` has the buyers' names by order code. */
export function inboxFor(
  { roles, staffId }: Viewer,
  { matters, requests, marks, noticed }: OpenNow,
  { names, currency }: { readonly names: ReadonlyMap<string, string>; readonly currency: string },
): { matters: InboxMatter[]; snoozed: InboxMatter[]; groups: InboxGroupSum[] } {
  const may = (permission: Permission) => hasPermission(roles, permission);
  // The maker of a refund file cannot also approve it.
  const others = matters.filter(
    (matter) => matter.kind !== 'transfer_file_waiting' || matter.details.madeByStaff !== staffId,
  );
  const all = [...others.map((matter) => matterOnWire(matter)), ...requests.map(requestOnWire)]
    .filter(({ kind }) => may(PERMISSION_OF[kind]))
    .map((matter) => ({
      ...matter,
      since: matter.since ?? toInstantOrNull(noticed.get(matter.key) ?? null),
      ...markOnWire(
        marks.find(({ key }) => key === matter.key),
        staffId,
      ),
      customer_name: matter.order === null ? null : (names.get(matter.order) ?? null),
    }))
    .sort(inOrder);
  const awake = all.filter(({ snoozed }) => snoozed === null);
  return { matters: awake, snoozed: all.filter(({ snoozed }) => snoozed !== null), groups: sums(awake, currency) };
}

const markOnWire = (mark: Mark | undefined, viewer: number): Pick<InboxMatter, 'taken' | 'snoozed'> => ({
  taken: mark?.taken ? { by: mark.taken.id, name: mark.taken.name, is_mine: mark.taken.id === viewer } : null,
  snoozed: mark?.snoozed ? { ...mark.snoozed, until: mark.snoozed.until.toISOString() } : null,
});

const rank = ({ group }: InboxMatter): number => {
  const at = GROUPS.indexOf(group);
  return at < 0 ? GROUPS.length : at;
};

/** Sorts matters by group, then oldest first. Matters without a time come last. */
const inOrder = (one: InboxMatter, other: InboxMatter): number =>
  rank(one) - rank(other) || (one.since ?? '9').localeCompare(other.since ?? '9');

interface InboxGroupSum {
  group: InboxGroup;
  count: number;
  has_more: boolean;
  amount: number | null;
  oldest: string | null;
}

function sums(matters: readonly InboxMatter[], own: string): InboxGroupSum[] {
  const groups = [...new Set(matters.map(({ group }) => group))];
  return groups.map((group) => {
    const ofGroup = matters.filter((matter) => matter.group === group);
    // Amounts in other currencies cannot be added up.
    const amounts = ofGroup.flatMap(({ amount, currency }) =>
      amount !== null && (currency === null || currency === own) ? [amount] : [],
    );
    return {
      group,
      count: ofGroup.length,
      has_more: matters.filter(({ kind }) => kind === ofGroup[0]!.kind).length >= MAX_PER_KIND,
      amount: amounts.length === 0 ? null : amounts.reduce((total, amount) => total + amount, 0),
      oldest: ofGroup.find(({ since }) => since !== null)?.since ?? null,
    };
  });
}

const matterOnWire = (matter: Matter): InboxMatter => ({
  kind: matter.kind,
  group: groupOf(matter.kind, factsOf(matter).attention),
  key: matter.key,
  urgent: isUrgent(matter),
  since: toInstantOrNull(matter.since),
  amount: openSumOf(matter),
  currency: matter.sum?.currency ?? null,
  order: matter.orderCode ?? null,
  customer_name: null,
  receipt: matter.receiptId ?? null,
  refund: matter.refundNumber ?? null,
  line: matterText(matter as never, (sum) => (sum ? `${sum.amount} ${sum.currency ?? ''}`.trim() : '')),
  ...UNMARKED,
  facts: factsOf(matter),
});

/**
 * The sum that the matter is about. For money that does not match its payment, it is the difference: what is still
 * missing, which the latest of several payments shows for all of them, or what counts for no order.
 */
function openSumOf(matter: Matter): number | null {
  const arrived = matter.sum?.amount ?? null;
  if (matter.kind !== 'money_to_settle') return arrived;
  const { attention, missing, waiting } = matter.details;
  if (attention === 'short') return missing === 0 ? null : missing;
  return waiting || arrived;
}

function factsOf(matter: Matter): Facts {
  switch (matter.kind) {
    case 'money_to_settle': {
      const { source, attention, words, returnAt } = matter.details;
      return { ...NOTHING, from: source, attention, detail: words, until: toInstantOrNull(returnAt) };
    }
    case 'dispute': {
      const { gateway, answerBy, refunded } = matter.details;
      return { ...NOTHING, from: gateway, until: toInstantOrNull(answerBy), refunded: refunded > 0 ? refunded : null };
    }
    case 'fraud_warning':
      return {
        ...NOTHING,
        from: matter.details.gateway,
        detail: matter.details.reason,
        id: matter.details.warningId,
      };
    case 'payout':
      return { ...NOTHING, from: matter.details.gateway, detail: matter.details.reason, id: matter.details.payoutId };
    case 'refund_unclear':
      return { ...NOTHING, from: matter.details.gateway, id: matter.details.movement };
    case 'refund_failed':
      return { ...NOTHING, detail: matter.details.reason };
    case 'transfer_file_waiting':
      return { ...NOTHING, from: matter.details.madeBy, id: matter.details.file, count: matter.details.credits };
    case 'gateway_not_answering':
    case 'gateway_messages_missing':
      return { ...NOTHING, from: matter.details.gateway };
    case 'charge_unclear':
      return { ...NOTHING, from: matter.details.gateway, id: matter.details.reference };
    case 'order_reminder': {
      const { note, day, author, body } = matter.details;
      return { ...NOTHING, from: author, detail: body, id: String(note), day };
    }
    case 'cancellation':
      return {
        ...NOTHING,
        from: matter.details.name,
        count: matter.details.needYou,
        id: String(matter.details.id),
      };
    case 'mail_given_up':
      return {
        ...NOTHING,
        from: matter.details.mailKind,
        detail: `${matter.details.recipient}: ${matter.details.error}`,
        id: String(matter.details.id),
      };
    case 'message_given_up':
      return {
        ...NOTHING,
        from: matter.details.gateway,
        detail: matter.details.error,
        id: matter.details.eventId,
      };
    case 'mails_held':
      return { ...NOTHING, count: matter.details.count, detail: matter.details.reason ?? '' };
    case 'webhook_given_up':
      return { ...NOTHING, count: matter.details.count, detail: matter.details.error };
    case 'gateway_shown':
      return { ...NOTHING, detail: matter.details.note };
    default:
      return NOTHING;
  }
}

const requestOnWire = ({ code, orderCode, total, createdAt }: RefundRequest): InboxMatter => ({
  kind: 'refund_requested',
  group: 'refund_requested',
  key: `refund:${code}`,
  urgent: false,
  since: createdAt.toISOString(),
  amount: total,
  currency: null,
  order: orderCode,
  customer_name: null,
  receipt: null,
  refund: code,
  line: `refund ${code} waits for a decision`,
  ...UNMARKED,
  facts: NOTHING,
});
