import { type Attention, attentionText } from '#features/payments/domain/attention.ts';
import { type ReturnStatus, returnText } from '#features/payments/domain/return-text.ts';
import type { PayoutAttention } from '#features/payouts/domain/payout-parts.ts';

/**
 * Facts that only matters of one kind have. They may be private: `doctor` and the office show them, but mails and
 * webhook calls contain only what `words/matter-words.ts` takes from them.
 */
interface MatterDetails {
  gateway_shown: { readonly note: string };
  money_to_settle: {
    readonly source: string;
    readonly transaction: string;
    readonly attention: Attention;
    /** What the payer wrote. */
    readonly words: string;
    /** The part of the money that counts for no order; 0 if all of it counts. */
    readonly waiting: number;
    /** How much its payment still lacks. */
    readonly missing: number;
    readonly returnAt: Date | null;
    readonly returnStatus: ReturnStatus | null;
    readonly returnReason: string | null;
  };
  order_problem: object;
  order_owed: object;
  order_reminder: { readonly note: number; readonly day: string; readonly author: string; readonly body: string };
  dispute: {
    readonly gateway: string;
    readonly disputeId: string;
    readonly answerBy: Date | null;
    /** The part that went back to the card or is going back, in minor units. */
    readonly refunded: number;
  };
  fraud_warning: { readonly gateway: string; readonly warningId: string; readonly reason: string };
  payout: {
    readonly gateway: string;
    readonly payoutId: string;
    readonly why: PayoutAttention;
    readonly reason: string;
  };
  charge_unclear: { readonly gateway: string; readonly reference: string };
  cancellation: { readonly id: number; readonly name: string; readonly needYou: number };
  refund_unclear: { readonly gateway: string; readonly movement: string };
  refund_failed: { readonly reason: string };
  transfer_file_waiting: {
    readonly file: string;
    readonly credits: number;
    /** A name, or the command line. */
    readonly madeBy: string;
    readonly madeByStaff: number | null;
  };
  mail_given_up: {
    readonly id: number;
    readonly mailKind: string;
    readonly recipient: string;
    readonly error: string;
  };
  message_given_up: { readonly gateway: string; readonly eventId: string; readonly error: string };
  gateway_not_answering: { readonly gateway: string };
  gateway_messages_missing: { readonly gateway: string };
  webhook_given_up: { readonly count: number; readonly error: string };
  mails_held: { readonly count: number; readonly reason: string | null };
}

export type MatterKind = keyof MatterDetails;

export interface Sum {
  /** In minor units of `currency`. */
  readonly amount: number;
  /** Null for the shop's own currency. */
  readonly currency: string | null;
}

/** Facts that every matter has. They contain no names, addresses or texts of customers. */
interface MatterFacts {
  /** Stays the same as long as the matter is open. */
  readonly key: string;
  /** Null if the time is not stored. */
  readonly since: Date | null;
  readonly sum?: Sum;
  readonly orderCode?: string | null;
  readonly receiptId?: number;
  readonly refundNumber?: string;
}

type MatterOf<K extends MatterKind> = MatterFacts & { readonly kind: K; readonly details: MatterDetails[K] };

/** Something that needs a person's attention. */
export type Matter = { [K in MatterKind]: MatterOf<K> }[MatterKind];

interface Kind<K extends MatterKind> {
  /** Whether it cannot wait for the next morning. */
  readonly urgent: boolean;
  /** Whether it may stay open for good, so that only one digest lists it. */
  readonly isLasting?: boolean;
  text(matter: MatterOf<K>, money: (sum?: Sum) => string): string;
}

const day = (at: Date) => at.toISOString().slice(0, 10);
const minute = (at: Date) => `${at.toISOString().slice(0, 16)}Z`;
const ofOrder = ({ orderCode }: MatterFacts) => (orderCode ? `, order ${orderCode}` : '');

const payoutTexts: Readonly<Record<PayoutAttention, string>> = {
  failed: 'did not reach the bank',
  parts_differ: 'does not match its breakdown',
  parts_missing: 'has no breakdown yet',
  currency: 'is in a different currency from the shop’s',
};

const kinds: { readonly [K in MatterKind]: Kind<K> } = {
  gateway_shown: { urgent: false, text: ({ details }) => details.note },
  money_to_settle: {
    urgent: true,
    text(matter, money) {
      const { source, transaction, attention, words, returnAt, returnStatus: status, returnReason } = matter.details;
      const goes = returnText({ returnAt, status, reason: returnReason }, minute);
      const what = `${source} ${transaction}: ${money(matter.sum)} ${attentionText[attention]}`;
      const quoted = words && source !== 'bank' ? `, ${words}` : '';
      return `money to settle: ${what}${quoted}${ofOrder(matter)}${goes && `, ${goes}`}`;
    },
  },
  order_problem: { urgent: true, text: ({ orderCode }) => `order ${orderCode} has a problem` },
  order_owed: {
    urgent: false,
    text: ({ orderCode, sum }, money) => `order ${orderCode} has ended, and ${money(sum)} is owed to its customer`,
  },
  order_reminder: { urgent: false, text: ({ orderCode }) => `a note on order ${orderCode} has a reminder that is due` },
  dispute: {
    urgent: true,
    text(matter, money) {
      const { gateway, disputeId, answerBy, refunded } = matter.details;
      const until = answerBy ? `, answer by ${day(answerBy)}` : '';
      const currency = matter.sum?.currency ?? null;
      const proof =
        refunded > 0
          ? `, ${money({ amount: refunded, currency })} of it has been refunded to the card: submit proof of that refund`
          : '';
      return `dispute ${disputeId} of ${gateway}: ${money(matter.sum)}${until}${ofOrder(matter)}${proof}`;
    },
  },
  fraud_warning: {
    urgent: true,
    text(matter, money) {
      const { gateway, warningId, reason } = matter.details;
      return `fraud warning ${warningId} of ${gateway}: ${money(matter.sum)}${ofOrder(matter)} (${reason}); a refund to the card now avoids the dispute and its fee; to keep it: npm run shop -- payments settle-warning ${warningId} --note TEXT`;
    },
  },
  payout: {
    urgent: true,
    text(matter, money) {
      const { gateway, payoutId, why, reason } = matter.details;
      const what = `payout ${payoutId} of ${gateway}: ${money(matter.sum)} ${payoutTexts[why]}${reason && `: ${reason}`}`;
      return `${what}; check it there, then: npm run shop -- payments settle-payout ${payoutId} --note TEXT`;
    },
  },
  charge_unclear: {
    urgent: true,
    text: (matter, money) =>
      `charge ${matter.details.reference} of ${money(matter.sum)}: ${matter.details.gateway} has not confirmed it; look it up there, then: npm run shop -- payments end-charge ${matter.details.reference}`,
  },
  cancellation: {
    urgent: false,
    text: ({ details: { id, name, needYou } }) =>
      `${needYou} orders of the cancelled ${name} need you: npm run shop -- events list ${id}`,
  },
  refund_unclear: {
    urgent: true,
    text: (matter, money) =>
      `refund ${matter.details.movement} of ${money(matter.sum)}${ofOrder(matter)}: ${matter.details.gateway} has not confirmed it; look it up there, then: npm run shop -- refunds looked-up ${matter.details.movement}`,
  },
  refund_failed: {
    urgent: true,
    text: ({ refundNumber, sum, details }, money) =>
      `refund ${refundNumber}: ${money(sum)} could not be paid${details.reason && `: ${details.reason}`}`,
  },
  transfer_file_waiting: {
    urgent: false,
    text: ({ sum, details: { file } }, money) => `refund file ${file} of ${money(sum)} waits for a second person`,
  },
  mail_given_up: {
    urgent: false,
    isLasting: true,
    text: ({ details: { mailKind, recipient, error } }) => `email not sent: ${mailKind} to ${recipient}: ${error}`,
  },
  message_given_up: {
    urgent: true,
    text: ({ details: { gateway, eventId, error } }) =>
      `message ${eventId} of ${gateway} could not be processed: ${error}`,
  },
  gateway_not_answering: {
    urgent: true,
    text: ({ since, details }) =>
      `${details.gateway} has not answered any calls${since ? ` since ${minute(since)}` : ''}, and payments are waiting for it`,
  },
  gateway_messages_missing: {
    urgent: false,
    text: ({ since, details }) =>
      `payments at ${details.gateway} were found only by querying it${since ? ` since ${minute(since)}` : ''}: its messages are not arriving`,
  },
  webhook_given_up: {
    urgent: false,
    isLasting: true,
    text: ({ details: { count, error } }) => `${count} calls to your webhook (OPERATOR_WEBHOOK_URL) failed: ${error}`,
  },
  mails_held: {
    urgent: false,
    text: ({ details: { count, reason } }) => `${count} emails waiting for the mail server: ${reason}`,
  },
};

export const isUrgent = ({ kind }: Matter): boolean => kinds[kind].urgent;

export const isLasting = ({ kind }: Matter): boolean => kinds[kind].isLasting ?? false;

/** One line in English. `money` formats a sum, which may be in a currency other than the shop's. */
export const matterText = <K extends MatterKind>(matter: MatterOf<K>, money: (sum?: Sum) => string): string =>
  kinds[matter.kind].text(matter, money);
