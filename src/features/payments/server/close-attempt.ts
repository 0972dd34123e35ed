import { ok, type Result, refuse } from '#kernel/result.ts';
import { type AttemptRow, toGatewayAttempt } from './attempt-store.ts';
import type { StatusUpdate } from './gateway-facts.ts';
import type { Gateways } from './gateways.ts';
import type { SettleParts } from './settle-attempt.ts';

export interface GatewayFailed {
  readonly kind: 'gateway_down';
  readonly error: unknown;
}

/**
 * Ends an open attempt at its gateway, if the gateway can do that, and settles it by the answer, which it returns.
 * `open` means that it can still be paid. Throws only if the shop itself fails, never because of the gateway.
 */
export async function closeAttempt(
  parts: SettleParts & { readonly gateways: Gateways },
  attempt: AttemptRow,
  now: Date,
): Promise<Result<StatusUpdate, GatewayFailed>> {
  const closing = parts.gateways.of(attempt).close(toGatewayAttempt(attempt), now);
  const answered = await closing.then(ok, (error: unknown) => refuse({ kind: 'gateway_down' as const, error }));
  if (answered.ok) await parts.settle(attempt, answered.value, now);
  return answered;
}
