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
      /** Set if the buyer agreed that the card is saved. */
      readonly savedMethod?: SavedMethod;
    }
  | { readonly status: 'cancelled' | 'expired' }
  /** `reason`: in the provider's words, if it gives one. */
  | { readonly status: 'declined'; readonly reason?: string }
  /** The gateway does not know the attempt. */
  | { readonly status: 'unknown' };

export type PaidUpdate = Extract<StatusUpdate, { status: 'paid' }>;

export type RefundUpdate =
  | { readonly status: 'pending' | 'done' }
  | { readonly status: 'failed'; readonly reason: string }
  /** The gateway does not know the refund, or cannot be queried about it. */
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
      /** The id of the payment's movement. */
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
  /** The card scheme reports a payment as fraud before anybody disputes it. */
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
      /** The text that the bank statement will have for it. */
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
      /** Why a genuine message does not concern this shop. */
      readonly ignored?: string;
    }
  /** Not from the gateway, altered or too old: refused with 400, without effect. */
  | { readonly ok: false; readonly reason: string };

export type GenuineMessage = Extract<CallbackReading, { ok: true }>;

/** A message as the gateway lists it; its id is that of the message that was sent. */
export type ListedMessage = GenuineMessage & { readonly eventId: string };
