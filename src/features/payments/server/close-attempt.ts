import { type AttemptRow, atGateway } from './attempt-store.ts';
import type { StatusUpdate } from './gateway-facts.ts';
import type { Gateways } from './gateways.ts';
import { type SettleParts, settleAttempt } from './settle-attempt.ts';

/**
 * Ends an open attempt at its gateway if the gateway can do that, and settles it by the answer, which it returns. `open`
 * means that it can still be paid.
 */
export async function closeAttempt(
  parts: SettleParts & { readonly gateways: Gateways },
  attempt: AttemptRow,
  now: Date,
): Promise<StatusUpdate> {
  const gateway = parts.gateways.of(attempt);
  const asked = atGateway(attempt);
  const update = await (gateway.can.close ? gateway.close(asked, now) : gateway.status(asked, now));
  await settleAttempt(parts, attempt, update, now);
  return update;
}
