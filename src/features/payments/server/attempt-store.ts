import { minor } from '#kernel/money.ts';
import type { Queryable } from '#platform/db/db.ts';
import type { PaymentAction } from '../contract.ts';
import type { AttemptStatus } from '../domain/attempt-status.ts';
import type { GatewayAttempt } from './gateway.ts';
import type { AttemptRef } from './gateway-facts.ts';

export interface AttemptRow {
  id: number;
  paymentId: number;
  orderId: number;
  reference: string;
  gateway: string;
  gatewayPaymentId: string | null;
  amount: number;
  currency: string;
  status: AttemptStatus;
  action: PaymentAction | null;
  returnOrigin: string;
  returnToken: string;
  /** True if the payer was not logged in as the order's owner. */
  isByLink: boolean;
  /** The consent under which the card that pays is saved. */
  consentId: number | null;
  /** Set if the shop charges this card. */
  savedMethodId: number | null;
  createdAt: Date;
  /** The gateway accepts no payment from this time on. */
  expiresAt: Date;
}

export const attemptColumns = `a.id, a.payment_id as "paymentId", p.order_id as "orderId", a.reference, a.gateway,
  a.gateway_payment_id as "gatewayPaymentId", a.amount, a.currency, a.status, a.action,
  a.return_origin as "returnOrigin", a.return_token as "returnToken", a.by_link as "isByLink",
  a.consent_id as "consentId", a.saved_method_id as "savedMethodId", a.created_at as "createdAt",
  a.expires_at as "expiresAt"`;

export const fromAttempts = 'payment_attempts a join payments p on p.id = a.payment_id';

export const toGatewayAttempt = (attempt: AttemptRow): GatewayAttempt => ({
  reference: attempt.reference,
  gatewayPaymentId: attempt.gatewayPaymentId,
  amount: minor(attempt.amount),
  currency: attempt.currency,
  action: attempt.action,
  createdAt: attempt.createdAt,
});

/** How a gateway identifies an attempt. */
export interface NamedAttempt {
  readonly gateway: string;
  readonly attempt: AttemptRef;
}

/** Returns the requested attempts in the same order; undefined for an unknown one. */
export async function attemptsOfGateways(
  db: Queryable,
  named: readonly NamedAttempt[],
): Promise<(AttemptRow | undefined)[]> {
  const rows = await db.rows<AttemptRow>(
    `select ${attemptColumns} from ${fromAttempts}
     where a.reference = any($1) or (a.gateway = any($2) and a.gateway_payment_id = any($3))`,
    [
      named.flatMap(({ attempt }) => attempt.reference ?? []),
      named.map(({ gateway }) => gateway),
      named.flatMap(({ attempt }) => attempt.gatewayPaymentId ?? []),
    ],
  );
  return named.map(({ gateway, attempt: { reference, gatewayPaymentId } }) =>
    rows.find(
      (row) =>
        row.gateway === gateway &&
        (reference === undefined ? row.gatewayPaymentId === gatewayPaymentId : row.reference === reference),
    ),
  );
}

export const attemptOfGateway = async (
  db: Queryable,
  gateway: string,
  attempt: AttemptRef,
): Promise<AttemptRow | undefined> => (await attemptsOfGateways(db, [{ gateway, attempt }]))[0];
