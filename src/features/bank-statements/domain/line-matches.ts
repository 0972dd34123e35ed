import type { OrderStatus } from '#features/orders/domain/order-status.ts';
import type { PayablePayment } from '#features/payments/domain/spread-money.ts';
import type { WaitingPayout } from '#features/payouts/domain/find-payout.ts';
import type { RefundStatus } from '#features/refunds/domain/refund-status.ts';
import type { CsvCell, StatementLine, StopReason } from './statement.ts';

/** Amounts in minor units. */
export interface KnownOrder {
  readonly code: string;
  readonly status: OrderStatus;
  readonly isPlan: boolean;
  /** By position. */
  readonly payments: readonly (PayablePayment & { readonly reference: string })[];
  /** The names of the buyer and the holders. Needed only for orders that wait for a transfer. */
  readonly names: readonly string[];
}

export interface KnownRefund {
  readonly code: string;
  readonly status: RefundStatus;
  readonly total: number;
  /** The payment file that orders it. */
  readonly file: string | null;
  /** The numbers under which a person recorded its payment, if no line has shown that payment yet; otherwise null. */
  readonly recordedAs: readonly string[] | null;
}

/** Bank money that was booked for an order, by hand or from a statement. */
export interface KnownReceipt {
  readonly id: number;
  readonly transaction: string;
  /** The key of the line that a person confirmed to show it; null if there is none. */
  readonly statementLine: string | null;
  readonly orderCode: string;
  readonly amount: number;
  readonly receivedOn: string;
}

/** What the shop knows about the lines of an import. */
export interface Known {
  readonly prefix: string;
  readonly currency: string;
  /** Today's date in the shop's time zone. */
  readonly today: string;
  /** IBANs of the operator. If the shop folder has none, any account is accepted. */
  readonly accounts: readonly string[];
  /** Identities of lines that were booked before. */
  readonly booked: ReadonlySet<string>;
  /** Receipts of money in that a person recorded with the reference of a line, but with another amount. */
  readonly sameNumbers: ReadonlyMap<string, number>;
  readonly orders: ReadonlyMap<string, KnownOrder>;
  /** Orders that wait for a transfer of exactly one of the lines' amounts. */
  readonly waiting: readonly KnownOrder[];
  readonly refunds: ReadonlyMap<string, KnownRefund>;
  readonly receipts: readonly KnownReceipt[];
  /**
   * Batches that another import lists one payment at a time, by their keys: `done` if all these payments have an
   * outcome.
   */
  readonly batches: ReadonlyMap<string, 'done' | 'open'>;
  /** Payouts of payment providers for which no line was found yet. */
  readonly payouts: readonly WaitingPayout[];
  /** Codes of orders that an account paid before, by `IdentifiedLine.payer`. */
  readonly payers: ReadonlyMap<string, readonly string[]>;
}

/** A line with the key and the references that identify it. */
export interface IdentifiedLine {
  readonly line: StatementLine;
  /** The key under which it is booked. */
  readonly identity: string;
  /** For part of a batch booking: the key of the complete entry; otherwise null. */
  readonly otherIdentity: string | null;
  readonly account: string | null;
  /** A digest that identifies the payer's account; null if the line has no IBAN. */
  readonly payer: string | null;
  /** Why it cannot be booked yet. */
  readonly waitReason: 'day_is_running' | 'running_day' | null;
}

/** What money can be booked for: an order or a payment. Amounts in minor units. */
export interface Target {
  /** The reference to give to `payments record`. */
  readonly reference: string;
  readonly order: string;
  readonly amount: number;
  readonly expects: Expected;
  /**
   * The number of the instalment in the payer's reference; missing if there is none, or if the order is not paid in
   * instalments.
   */
  readonly instalment?: number;
}

/** What booking it will do (docs/domain/payments.md). */
export type Expected = 'fits' | 'short' | 'over' | 'double' | 'late';

export type Match =
  /** Its target's `expects` is always `fits`. */
  | { readonly kind: 'certain'; readonly why: 'reference' | 'order_code' | 'look_alike'; readonly target: Target }
  /** An operator decides. Several targets are shares of one line if `isShared`, otherwise alternatives. */
  | {
      readonly kind: 'likely';
      readonly why: LikelyReason;
      readonly targets: readonly Target[];
      readonly isShared: boolean;
      readonly receipt?: number;
      /** A line in another format is confirmed to show the receipt, which can keep only one. */
      readonly isShown?: boolean;
    }
  | { readonly kind: 'unknown'; readonly why: UnknownReason; readonly receipt?: number }
  /** Money that a payment provider paid out. */
  | { readonly kind: 'payout'; readonly payout: WaitingPayout }
  | { readonly kind: 'money_out'; readonly what: MoneyOut }
  /** Booked before; `in_parts` if it is a batch whose payments were booked one by one. */
  | { readonly kind: 'booked'; readonly why?: 'in_parts' }
  | { readonly kind: 'stopped'; readonly why: StopReason | LineStop; readonly cell?: CsvCell | undefined };

export type LikelyReason =
  /** The line has a code, and its amount is too little, too much, or fits none of a plan's payments. */
  | 'other_amount'
  /** The line has the code of an order that is already paid or no longer valid. */
  | 'not_expected'
  /** The line fits, unless a person first accepts an earlier line with the code of the same order. */
  | 'claimed_before'
  /** The line has an order's code without the prefix, and its amount fits. */
  | 'bare_code'
  | 'several_orders'
  | 'name_and_amount'
  | 'same_payer'
  | 'only_open_amount'
  /** The same money seems to have been booked already, by hand or from another format. */
  | 'booked_otherwise'
  /** Somebody recorded a receipt with the bank's reference of the line, but with another amount. */
  | 'same_number';

type UnknownReason =
  | 'no_reference'
  | 'no_such_order'
  | 'several_orders'
  | 'batch_without_parts'
  | 'returned'
  /** The line has the text of a payout, but another amount. */
  | 'payout_other_amount'
  | 'same_number';

type LineStop =
  | 'other_account'
  | 'other_currency'
  /** Lines without the bank's reference can be told apart only in complete days. */
  | 'day_is_running'
  /** The line is from a camt.052, and the operator has not chosen to book these. */
  | 'running_day'
  /** A batch whose payments are listed one by one, here or in another import. */
  | 'parts_listed';

export type MoneyOut =
  | { readonly kind: 'refunds_paid'; readonly codes: readonly string[] }
  | { readonly kind: 'refund_returned'; readonly code: string; readonly words: string }
  /** The line has the code of a refund whose status does not allow the change. */
  | { readonly kind: 'refund_wrong_status'; readonly code: string; readonly status: RefundStatus }
  | { readonly kind: 'refund_other_amount'; readonly code: string; readonly total: number }
  /** A person recorded that this refund was paid, under another number or none. */
  | { readonly kind: 'refund_recorded'; readonly code: string }
  /** The bank took a customer's payment back; `order` is null if it is not clear which one it paid. */
  | { readonly kind: 'charge_back'; readonly order: string | null; readonly receipt: number | null }
  | { readonly kind: 'other' };
