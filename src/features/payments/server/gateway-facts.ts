import type { PayoutParts } from '../domain/payout-parts.ts';
import type { GatewayAttempt, SavedMethod } from './gateway.ts';

/** State of an attempt, from a callback or an answer. */
export type StatusUpdate =
  | {
      readonly status: 'open';
      /** When the gateway stops accepting payment, if that has changed since the start. */
      readonly payableUntil?: Date;
    }
  | { readonly status: 'processing' }
  | {
      readonly status: 'paid';
      /** The gateway's id of the movement, the same in every message about it. */
      readonly transaction: string;
      /** Minor units. */
      readonly amount: number;
      /** ISO 4217. */
      readonly currency: string;
      /** Such as `Visa •••• 4242` or `iDEAL`. */
      readonly paidWith?: string;
      /** Set if the buyer agreed that the card is kept. */
      readonly savedMethod?: SavedMethod;
    }
  | { readonly status: 'declined' | 'cancelled' | 'expired' }
  /** The gateway knows no such attempt. */
  | { readonly status: 'unknown' };

export type RefundUpdate =
  | { readonly status: 'pending' | 'done' }
  | { readonly status: 'failed'; readonly reason: string }
  /** The gateway knows no such refund, or cannot be queried about it. */
  | { readonly status: 'unknown'; readonly reason?: string };

export type DisputeState = 'open' | 'money_taken' | 'won' | 'lost';

/** An attempt, by the shop's reference or by the gateway's id. */
export type AttemptRef =
  | { readonly reference: string; readonly gatewayPaymentId?: never }
  | { readonly gatewayPaymentId: string; readonly reference?: never };

/** What a message is about when it does not prove what happened. Ids are the gateway's. */
export type Subject =
  | { readonly about: 'attempt'; readonly attempt: AttemptRef }
  | { readonly about: 'refund' | 'dispute' | 'method' | 'payout'; readonly id: string };

/** A subject in the form in which its gateway is queried. */
export type Inquiry =
  | { readonly about: 'attempt'; readonly attempt: GatewayAttempt }
  | Exclude<Subject, { about: 'attempt' }>;

/** Something that the gateway reports. Amounts are minor units; ids are the gateway's. */
export type GatewayFact =
  | { readonly about: 'attempt'; readonly attempt: AttemptRef; readonly update: StatusUpdate }
  | {
      readonly about: 'refund';
      readonly id: string;
      /** The shop's key; null for a refund made at the provider. */
      readonly key: string | null;
      /** The movement of the payment. */
      readonly transaction: string;
      readonly amount: number;
      readonly currency: string;
      readonly update: RefundUpdate;
    }
  | {
      readonly about: 'dispute';
      readonly id: string;
      readonly transaction: string;
      readonly state: DisputeState;
      readonly amount: number;
      readonly currency: string;
      /** ISO 8601. The operator can answer until this time. */
      readonly answerBy: string | null;
      readonly reason: string;
    }
  /** The card scheme calls a payment fraud, before anybody disputes it. */
  | {
      readonly about: 'fraud_warning';
      readonly id: string;
      readonly transaction: string;
      readonly reason: string;
    }
  | {
      readonly about: 'method';
      readonly id: string;
      readonly isUsable: boolean;
      readonly label: string | null;
      readonly expires: string | null;
    }
  | {
      readonly about: 'payout';
      readonly id: string;
      readonly state: 'paid' | 'failed';
      /** Why it failed; empty otherwise. */
      readonly reason: string;
      readonly amount: number;
      readonly currency: string;
      /** ISO 8601 date. */
      readonly arrivesOn: string;
      /** As the bank statement will name it. */
      readonly statement: string;
      /** `later`: the gateway does not report them yet; `never`: it reports only the sum. */
      readonly parts: PayoutParts | 'later' | 'never';
    };

export type CallbackReading =
  | {
      readonly ok: true;
      /** Unique for each message of this gateway; null if it assigns none. */
      readonly eventId: string | null;
      /** Proved by the signature. */
      readonly facts: readonly GatewayFact[];
      /** Subjects about which the gateway must be queried. */
      readonly ask: readonly Subject[];
      /** Why a genuine message concerns nothing here. */
      readonly ignored?: string;
    }
  /** Foreign, altered or too old: refused with 400, without effect. */
  | { readonly ok: false; readonly reason: string };

/** A message as the gateway lists it; its id is that of the message that was sent. */
export type ListedMessage = Extract<CallbackReading, { ok: true }> & { readonly eventId: string };

/** Ids are shown to the operator, so they are one line. */
const ID = /^\P{Cc}{1,200}$/u;
const isId = (text: string): boolean => ID.test(text) && text.trim() !== '';
/** Sums of many amounts must stay below 2^53, or lists could not add them up. */
const MAX_AMOUNT = 10 ** 13;
const isAmount = (amount: number): boolean => Number.isSafeInteger(amount) && amount > 0 && amount <= MAX_AMOUNT;
const isCurrency = (text: string): boolean => /^[A-Z]{3}$/.test(text);

interface Movement {
  readonly amount: number;
  readonly currency: string;
  readonly transaction?: string;
  readonly id?: string;
}

const fieldOfMovement = ({ amount, currency, transaction, id }: Movement): string | null => {
  if (!isAmount(amount)) return 'amount';
  if (!isCurrency(currency)) return 'currency';
  if (id !== undefined && !isId(id)) return 'id';
  return transaction === undefined || isId(transaction) ? null : 'transaction';
};

/** Returns the impossible field of an update, such as a negative amount; null if it is plausible. */
export const implausibleUpdate = (update: StatusUpdate): string | null =>
  update.status === 'paid' ? fieldOfMovement(update) : null;

/** Returns why a fact cannot be true, as `implausibleUpdate` does for updates. */
export function implausibleFact(fact: GatewayFact): string | null {
  if (fact.about === 'attempt') return implausibleUpdate(fact.update);
  if (fact.about === 'method') return isId(fact.id) ? null : 'id';
  // Below 0 the provider takes money from the bank account.
  if (fact.about === 'payout') return fieldOfMovement({ ...fact, amount: Math.abs(fact.amount) });
  if (fact.about === 'fraud_warning') return isId(fact.id) ? (isId(fact.transaction) ? null : 'transaction') : 'id';
  return fieldOfMovement(fact);
}
