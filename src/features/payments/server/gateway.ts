import type { IncomingHttpHeaders } from 'node:http';
import type { Minor } from '#kernel/money.ts';
import type { PaymentAction } from '../contract.ts';
import type { StartRefusal } from '../domain/start-refusal.ts';
import type {
  CallbackReading,
  GatewayFact,
  Inquiry,
  ListedMessage,
  PaidUpdate,
  RefundUpdate,
  StatusUpdate,
} from './gateway-facts.ts';

export interface GatewayMoney {
  readonly amount: Minor;
  /** ISO 4217, in capitals. */
  readonly currency: string;
  /** The digits of the currency's minor unit: 2 for EUR, 0 for JPY. */
  readonly currencyDigits: number;
}

/** The facts by which a gateway accepts or refuses a payment. */
export interface PaymentToStart extends GatewayMoney {
  readonly customer: {
    /** The same for all payments of one account. */
    readonly id: string;
    readonly fullName: string;
    readonly email: string;
  };
  /** The parts of the address that the shop requests; the others are empty. */
  readonly billing: {
    readonly address: string;
    readonly city: string;
    readonly postalCode: string;
    /** ISO 3166-1 alpha-2. */
    readonly country: string;
  };
}

export interface StartRequest extends PaymentToStart {
  /** Unique per attempt: at most 36 characters of A-Z, 0-9 and '-'. */
  readonly reference: string;
  readonly orderCode: string;
  /** For the payer: the shop and the order. */
  readonly description: string;
  /** The shop's language, such as `de`. */
  readonly language: string;
  /** Where the browser returns to after a paid or failed payment, and after a cancelled one. */
  readonly returnUrl: string;
  readonly cancelUrl: string;
  readonly callbackUrl: string;
  /** Where the buyer's browser reaches the shop. */
  readonly browserOrigin: string;
  /** The attempt should not be payable after this time; `payableUntil` of the answer is the real end. */
  readonly expiresAt: Date;
  /** The buyer has agreed that later instalments are charged to the same card. */
  readonly savesMethod: boolean;
}

export interface StartedPayment {
  readonly action: PaymentAction;
  /** Set if the gateway assigns one at the start. */
  readonly gatewayPaymentId: string | null;
  /** The gateway accepts no payment from this time on. */
  readonly payableUntil: Date;
}

/** An attempt that the shop has started. */
export interface GatewayAttempt {
  readonly reference: string;
  readonly gatewayPaymentId: string | null;
  readonly amount: Minor;
  readonly currency: string;
  /** Where its buyer was sent; null if the shop never learned it. */
  readonly action: PaymentAction | null;
  readonly createdAt: Date;
}

export interface RefundRequest extends GatewayMoney {
  /** Identifies the refund at the shop: repeating the request moves the money only once. */
  readonly key: string;
  /** The id of the payment's movement, from its `paid` update. */
  readonly transaction: string;
  /** The reference of the attempt that was paid. */
  readonly reference: string;
  readonly gatewayPaymentId: string | null;
  /** For the payer: the shop and the order. */
  readonly description: string;
}

/** A refund that the shop has requested. */
export interface GatewayRefund extends Omit<RefundRequest, 'description' | 'currencyDigits'> {
  /** The gateway's id; null if its answer was lost. */
  readonly refund: string | null;
  readonly createdAt: Date;
}

/** A card that the gateway has saved for later instalments. */
export interface SavedMethod {
  /** The gateway's id of the customer; empty if it has none. */
  readonly gatewayCustomer: string;
  /** The gateway's id of the card. */
  readonly id: string;
  /** Such as `Visa •••• 4242`. */
  readonly label: string;
  /** `2028-11`, or null if the gateway does not report it. */
  readonly expires: string | null;
}

export interface ChargeRequest extends GatewayMoney {
  readonly reference: string;
  readonly orderCode: string;
  readonly description: string;
  readonly callbackUrl: string;
  readonly method: SavedMethod;
  readonly customer: PaymentToStart['customer'];
}

export type ChargeUpdate =
  | PaidUpdate
  | { readonly status: 'processing' }
  /** `again`: the same card may work in a few days. `isCardGone`: the gateway does not have the card any more. */
  | { readonly status: 'declined'; readonly reason: string; readonly again: boolean; readonly isCardGone?: boolean }
  /** The bank wants the customer to confirm, so only a payment page helps. */
  | { readonly status: 'needs_customer'; readonly reason: string };

export interface GatewayMessage {
  /** The raw bytes, which a signature covers. */
  readonly body: Buffer;
  readonly headers: IncomingHttpHeaders;
  /** What follows `/payments/callback/<gateway>` in the address: '' or `/<reference>`. */
  readonly path: string;
}

/** A mistake in the gateway's configuration, or something it reports about the account. */
export interface GatewayFinding {
  /** An error means that no payment can be made, or that the shop would not learn of it. */
  readonly severity: 'error' | 'warning';
  /** One sentence with the name of the variable, or of the setting at the provider. */
  readonly text: string;
}

export interface GatewayAbilities {
  /**
   * Every open attempt can be closed, so that it cannot be paid. Otherwise the shop resumes an attempt that `close`
   * leaves open, and waits until it expires.
   */
  readonly close: boolean;
  /**
   * Refunds of one payment. `once`: the provider has no idempotency keys and cannot be queried, so a refund whose
   * answer was lost is `unknown` and never sent again. An error whose `hadNoEffect` is true means that nothing
   * happened.
   */
  readonly refund: 'parts' | 'once' | 'no';
  /** Cards can be saved and later charged without their owner. */
  readonly charge: boolean;
}

/**
 * Adapter of one payment provider. Every call that reaches the provider may throw, may time out and may be repeated;
 * `signal` ends it when the shop no longer waits. Never call one inside a database transaction.
 */
export interface PaymentGateway {
  readonly name: string;
  /** For `submit` actions: the page's `form-action` policy allows them. */
  readonly formOrigins: readonly string[];
  readonly can: GatewayAbilities;
  /** Pure. Called before an order is placed and before an attempt is written. */
  whyNotStart(payment: PaymentToStart): StartRefusal | null;
  start(request: StartRequest, now: Date, signal?: AbortSignal): Promise<StartedPayment>;
  status(attempt: GatewayAttempt, now: Date, signal?: AbortSignal): Promise<StatusUpdate>;
  /** Makes an open attempt unpayable and returns its outcome; `open` if it is still payable. */
  close(attempt: GatewayAttempt, now: Date, signal?: AbortSignal): Promise<StatusUpdate>;
  /** The open attempt's payment page; null if it no longer has one. Only for gateways that cannot close attempts. */
  resume?(attempt: GatewayAttempt, now: Date, signal?: AbortSignal): Promise<PaymentAction | null>;
  /** Returns the gateway's id of the refund, or null if it assigns none. */
  refund(
    request: RefundRequest,
    now: Date,
    signal?: AbortSignal,
  ): Promise<{ readonly refund: string | null; readonly update: RefundUpdate }>;
  refundStatus(refund: GatewayRefund, now: Date, signal?: AbortSignal): Promise<RefundUpdate>;
  charge?(request: ChargeRequest, now: Date, signal?: AbortSignal): Promise<ChargeUpdate>;
  /** Tells the gateway to forget the card. */
  forget?(method: SavedMethod, now: Date, signal?: AbortSignal): Promise<void>;
  /** Verifies and reads a message. Makes no request. */
  readCallback(message: GatewayMessage, now: Date): CallbackReading;
  /**
   * Returns the current facts about the subject. For an attempt these include its refunds and disputes, if the
   * gateway's answer contains them. Throws if the gateway does not report them.
   */
  inquire(inquiry: Inquiry, now: Date, signal?: AbortSignal): Promise<readonly GatewayFact[]>;
  /**
   * Returns the messages of a period, whether or not they were delivered, one page at a time: `after` is the `next` of
   * the page before. Only if the provider keeps such a list.
   */
  listMessages?(
    place: { readonly since: Date; readonly until: Date; readonly after: string | null },
    now: Date,
    signal?: AbortSignal,
  ): Promise<{ readonly messages: readonly ListedMessage[]; readonly next: string | null }>;
  /** Checks key, mode, account, currency and callback address. */
  check(currency: string, callbackUrl: string, now: Date, signal?: AbortSignal): Promise<readonly GatewayFinding[]>;
}
