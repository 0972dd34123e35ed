import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { orderById, paymentsOf } from '#features/orders/server/public.ts';
import { paths } from '#features/shop-config/domain/paths.ts';
import { keepRawBodies } from '#platform/http/raw-bodies.ts';
import { linkCode } from '#platform/secrets/link-codes.ts';
import { isOpenStatus } from '../domain/attempt-status.ts';
import { RETURNED, type Returned } from '../domain/returned.ts';
import { type AttemptRow, toGatewayAttempt } from './attempt-store.ts';
import { attemptByReturnToken, latestAttemptOfPayment } from './find-attempt-store.ts';
import type { StatusUpdate } from './gateway-facts.ts';
import type { CallbackParts } from './payment-callback.ts';
import type { SettleParts } from './settle-attempt.ts';
import { throttleQueries } from './throttle-queries.ts';

/** The time in milliseconds after which a returning browser is shown the order as it is. */
const RETURN_WAIT_MS = 4_000;

/** Reloads query the gateway at most once in this time. */
const QUERY_EVERY_MS = 3_000;

export type ReturnParts = SettleParts & Omit<CallbackParts, 'inbox'>;

/** Browsers return from the gateways to `/payments/return/<token>`. */
export function addPaymentReturn(app: FastifyInstance, parts: ReturnParts): void {
  const throttled = throttleQueries(QUERY_EVERY_MS);
  const handleReturn = async (token: string, isCancelled: boolean, log: FastifyBaseLogger): Promise<string | null> => {
    const attempt = await attemptByReturnToken(parts.db, token);
    if (!attempt) return null;
    const onError = (error: unknown) => log.error({ error }, 'the gateway did not report the outcome of a payment');
    if (isOpenStatus(attempt.status))
      await throttled(attempt.id, () => queryOutcome(parts, attempt, isCancelled, onError));
    return destination(parts, token);
  };

  app.register(async (pages) => {
    // Some gateways send the browser back with a form. Its content is ignored.
    keepRawBodies(pages);
    for (const method of ['GET', 'POST'] as const) {
      pages.route<{ Params: { token: string }; Querystring: { cancelled?: unknown } }>({
        method,
        url: '/payments/return/:token',
        handler: async (request, response) => {
          response.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
          const path = await handleReturn(request.params.token, request.query.cancelled === '1', request.log);
          const { text } = parts.language();
          return path ? response.redirect(path, 303) : response.code(404).send({ message: text('Not found.') });
        },
      });
    }
  });
}

/** The return proves nothing. It only makes the shop query the gateway sooner. */
async function queryOutcome(
  parts: ReturnParts,
  attempt: AttemptRow,
  isCancelled: boolean,
  onError: (error: unknown) => void,
): Promise<void> {
  const now = parts.clock.now();
  const answer = (isCancelled ? closeCancelled(parts, attempt, now) : queryAttempt(parts, attempt, now)).catch(
    (error) => {
      onError(error);
      return { status: 'open' as const };
    },
  );
  const timeout = new Promise<StatusUpdate>((resolve) =>
    setTimeout(() => resolve({ status: 'open' }), RETURN_WAIT_MS).unref(),
  );
  await parts.settle(attempt, await Promise.race([answer, timeout]), now);
}

const queryAttempt = async ({ gateways }: ReturnParts, attempt: AttemptRow, now: Date): Promise<StatusUpdate> =>
  gateways.of(attempt).status(toGatewayAttempt(attempt), now);

/** The buyer left the payment page, but could still pay there. Closes the attempt if the gateway can do that. */
async function closeCancelled(parts: ReturnParts, attempt: AttemptRow, now: Date): Promise<StatusUpdate> {
  const gateway = parts.gateways.of(attempt);
  if (!gateway.can.close) return queryAttempt(parts, attempt, now);
  const update = await gateway.close(toGatewayAttempt(attempt), now);
  return update.status === 'expired' ? { status: 'cancelled' } : update;
}

/**
 * Where the browser goes. A failed attempt returns to the payment's page; otherwise the owner sees the confirmation. A
 * payer who has only the link returns to the payment's page, because the order is not theirs to see.
 */
async function destination(parts: ReturnParts, token: string): Promise<string | null> {
  const attempt = await attemptByReturnToken(parts.db, token);
  const order = attempt && (await orderById(parts.db, attempt.orderId));
  if (!attempt || !order) return null;
  const failed = attempt.status === 'declined' || attempt.status === 'cancelled' || attempt.status === 'expired';
  if (!failed && !attempt.isByLink) return paths.confirmation(order.code);
  const payment = (await paymentsOf(parts.db, [order.id])).find((one) => one.id === attempt.paymentId)!;
  const page = paths.payment(order.code, linkCode(order, 'payment'), payment.reference);
  const pageWith = (returned: Returned) => `${page}?${RETURNED}=${returned}`;
  if (!failed) return pageWith('payment');
  const newest = await latestAttemptOfPayment(parts.db, payment.id);
  return newest?.id === attempt.id ? page : pageWith('replaced');
}
