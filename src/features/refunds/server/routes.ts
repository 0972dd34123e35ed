import { missingProof } from '#features/customers/server/public.ts';
import { refuse } from '#kernel/result.ts';
import { type Caller, type CallRegistry, reply } from '#platform/http/calls.ts';
import { defaultLimits, type Limits } from '#platform/http/limits.ts';
import { countAttempt } from '#platform/http/rate-limits.ts';
import { type HttpRefusal, notFound, tooMany } from '#platform/http/refusal.ts';
import * as contract from '../contract.ts';
import { detailsFromWire } from '../domain/bank-details.ts';
import { cancelRefund } from './cancel-refund.ts';
import { cardMoneyOfferedTo } from './card-money.ts';
import { giveAccount } from './give-account.ts';
import type { RefundParts } from './refund-parts.ts';
import { cancelRefusal, giveAccountRefusal, requestRefusal } from './refund-refusals.ts';
import { requestRefund } from './request-refund.ts';

export function addRefundCalls(calls: CallRegistry, parts: RefundParts, limits: Limits = defaultLimits): void {
  calls.add(contract.getRefundWays, async (body, { caller }) => {
    const toCard = await cardMoneyOfferedTo(parts, { customerId: caller!.customerId, orderCode: body.order_id });
    return toCard === null ? refuse(notFound) : reply({ to_card: toCard });
  });

  calls.add(contract.requestRefund, async (body, { caller, now, remember }) => {
    const barred = await whyBarred(caller!, body.password, now);
    if (barred) return refuse(barred);
    const request = {
      customerId: caller!.customerId,
      orderCode: body.order_id,
      codes: [...body.tickets, ...body.merchandise],
      way: body.way,
      details: detailsFromWire(body),
      note: body.note,
    };
    const answer = ({ code }: { code: string }) => ({ refund_id: code });
    const result = await requestRefund(parts, request, now, (tx, refund) => remember(tx, answer(refund)));
    return result.ok ? reply(answer(result.value)) : refuse(requestRefusal(result.error));
  });

  calls.add(contract.giveRefundAccount, async (body, { caller, now, remember }) => {
    const barred = await whyBarred(caller!, body.password, now);
    if (barred) return refuse(barred);
    const actor = { kind: 'customer', id: caller!.customerId } as const;
    const given = { actor, code: body.refund_id, details: detailsFromWire(body) };
    const result = await giveAccount(parts, given, now, (tx) => remember(tx, {}));
    return result.ok ? reply({}) : refuse(giveAccountRefusal(result.error));
  });

  calls.add(contract.cancelRefund, async (body, { caller, now }) => {
    const result = await cancelRefund(parts, { customerId: caller!.customerId, code: body.refund_id }, now);
    return result.ok ? reply({}) : refuse(cancelRefusal(result.error));
  });

  /**
   * Requires a fresh proof, so that a stolen session cannot redirect money, and limits the calls, because each sends a
   * mail.
   */
  async function whyBarred(caller: Caller, password: string, now: Date): Promise<HttpRefusal | null> {
    const unproved = await missingProof({ db: parts.db, limits }, caller, password, now);
    if (unproved) return unproved;
    const attempts = await countAttempt(parts.db, limits['request-refund'], String(caller.customerId), now);
    return attempts.allowed ? null : tooMany(attempts.retryAfterSeconds);
  }
}
