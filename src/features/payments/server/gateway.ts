import type { Minor } from '#kernel/money.ts';
import type { PaymentAction } from '../contract.ts';

/** The reference is unique per attempt: at most 36 characters of A-Z, 0-9 and '-'. */
interface StartRequest {
  reference: string;
  amount: Minor;
  /** ISO 4217. */
  currency: string;
  description: string;
  customer: { fullName: string; email: string };
  returnUrl: string;
  callbackUrl: string;
  /** Where the buyer's browser reaches the shop. */
  browserOrigin: string;
  /** From then on the attempt must not be payable. */
  expiresAt: Date;
}

export interface StartedPayment {
  action: PaymentAction;
  /** If the gateway assigns one at the start. */
  gatewayPaymentId: string | null;
}

/** By callback or in answer to a status query. */
export type StatusUpdate =
  | { status: 'open' }
  | { status: 'processing' }
  | { status: 'paid'; transaction: string; amount: number; currency: string }
  | { status: 'declined' | 'cancelled' | 'expired' };

/** The gateway's id of a movement: one line, because it is shown to the operator. */
const MOVEMENT = /^\P{Cc}{1,200}$/u;

/** The impossible field of an update, such as a negative amount; null if plausible. */
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
  /** Foreign, altered or too old: refused with 400, without effect. */
  | { ok: false; reason: string };

/**
 * Adapter of one payment provider. Its calls may throw or time out and may be repeated. Never call one inside a
 * database transaction.
 */
export interface PaymentGateway {
  readonly name: string;
  /** For `submit` actions: the page's `form-action` policy allows them. */
  readonly formOrigins: readonly string[];
  start(request: StartRequest, now: Date): Promise<StartedPayment>;
  status(attempt: { reference: string; gatewayPaymentId: string | null }, now: Date): Promise<StatusUpdate>;
  /** Makes an open attempt unpayable and returns its outcome. */
  close(attempt: { reference: string; gatewayPaymentId: string | null }, now: Date): Promise<StatusUpdate>;
  /** Verifies its raw bytes. */
  readCallback(body: Buffer, headers: Record<string, string | string[] | undefined>, now: Date): CallbackReading;
}
