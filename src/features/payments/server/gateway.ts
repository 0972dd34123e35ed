import type { Minor } from '#kernel/money.ts';
import type { PaymentAction } from '../contract.ts';

/** What an adapter needs to start one attempt. The reference is unique per attempt and at most 36 characters of A-Z, 0-9 and '-'. */
interface StartRequest {
  reference: string;
  amount: Minor;
  /** ISO 4217. */
  currency: string;
  description: string;
  customer: { fullName: string; email: string };
  /** Where the gateway sends the browser afterwards. */
  returnUrl: string;
  /** Where the gateway's server reports. */
  callbackUrl: string;
  /** Scheme and host that the buyer's browser uses for the shop. */
  browserOrigin: string;
  /** After this moment nobody may pay the attempt any more. */
  expiresAt: Date;
}

export interface StartedPayment {
  action: PaymentAction;
  /** What the gateway calls the payment, when it says so at the start. */
  gatewayPaymentId: string | null;
}

/** What a gateway says about one attempt, by callback or by status query. */
export type StatusUpdate =
  | { status: 'open' }
  | { status: 'processing' }
  | { status: 'paid'; transaction: string; amount: number; currency: string }
  | { status: 'declined' | 'cancelled' | 'expired' };

/** A movement's name is kept, searched for and shown to the operator: no line breaks, and no gateway needs a longer one. */
const MOVEMENT = /^\P{Cc}{1,200}$/u;

/** What of the news no gateway can mean, such as money that is less than none; null for news that can be true. */
export function implausibleField(update: StatusUpdate): string | null {
  if (update.status !== 'paid') return null;
  if (!Number.isSafeInteger(update.amount) || update.amount <= 0) return 'amount';
  if (!/^[A-Z]{3}$/.test(update.currency)) return 'currency';
  return MOVEMENT.test(update.transaction) && update.transaction.trim() !== '' ? null : 'transaction';
}

interface GatewayCallback {
  reference: string;
  update: StatusUpdate;
}

type CallbackReading =
  | { ok: true; callback: GatewayCallback }
  /** Not ours, altered, too old: answered with 400 and nothing changes. */
  | { ok: false; reason: string };

/**
 * The door to one payment provider. Adapters talk to the outside only: they are never called inside a database transaction,
 * may fail or time out at any moment (they throw), and every call may be repeated.
 */
export interface PaymentGateway {
  readonly name: string;
  /** Origins that a `submit` action posts to; they join the page's `form-action`. */
  readonly formOrigins: readonly string[];
  start(request: StartRequest, now: Date): Promise<StartedPayment>;
  status(attempt: { reference: string; gatewayPaymentId: string | null }, now: Date): Promise<StatusUpdate>;
  /** Ends an open attempt, so that it can no longer be paid; answers what it had come to. */
  close(attempt: { reference: string; gatewayPaymentId: string | null }, now: Date): Promise<StatusUpdate>;
  /** Verifies a callback over its raw bytes. */
  readCallback(body: Buffer, headers: Record<string, string | string[] | undefined>, now: Date): CallbackReading;
}
