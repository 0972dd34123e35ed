import type Stripe from 'stripe';
import type { GatewayAttempt } from '../gateway.ts';
import { type Intent, readEvent, readIntent } from './stripe-answers.ts';
import { callStripe } from './stripe-client.ts';

const PAGE = 100;
/**
 * At most this many pages are read per call, because the shop waits only ten seconds for a call. The next call
 * continues there.
 */
const MAX_PAGES = 20;

/** How far a search has got. Stripe lists the newest event first. */
interface Progress {
  /** The oldest event seen. */
  after: string | undefined;
  /** The newest event of this pass. */
  newest: string | undefined;
  /** The newest event of the previous pass, which reached the oldest event: only newer ones are left to read. */
  known: string | undefined;
  isResumed: boolean;
}

const fromTheNewest = (known?: string): Progress => ({ after: undefined, newest: undefined, known, isResumed: false });

/**
 * Finds the payment of an attempt whose id the shop does not have: a charge of a saved card, or a start whose answer
 * was lost. Stripe's search by metadata lags behind, but its list of events does not. A long list is read in several
 * calls, of which all but the last throw: "not found" is returned only once everything has been read.
 */
export function intentFinder(stripe: Stripe) {
  const begun = new Map<string, Progress>();

  async function idOf({ reference, createdAt }: GatewayAttempt, signal: AbortSignal | undefined) {
    let progress = begun.get(reference) ?? fromTheNewest();
    begun.set(reference, progress);
    for (let pages = 0; pages < MAX_PAGES && !signal?.aborted; pages += 1) {
      const { data, has_more: hasMore } = await pageAfter(progress.after, createdAt);
      const events = data.map(readEvent);
      progress.newest ??= events[0]?.id;
      const end = events.findIndex(({ id }) => id === progress.known);
      const found = (end < 0 ? events : events.slice(0, end)).find(
        ({ data: { object } }) => object.metadata.reference === reference,
      );
      if (found?.data.object.id) {
        begun.delete(reference);
        return found.data.object.id;
      }
      progress.after = events.at(-1)?.id;
      if (end < 0 && hasMore && progress.after) continue;
      if (!progress.isResumed) {
        begun.delete(reference);
        return null;
      }
      // Something may have happened since the pass began.
      progress = fromTheNewest(progress.newest ?? progress.known);
      begun.set(reference, progress);
    }
    progress.isResumed = true;
    throw new Error(`Stripe has more events than are read at once for ${reference}: the next call continues`);
  }

  const pageAfter = (after: string | undefined, createdAt: Date) =>
    callStripe('listing events', () =>
      stripe.events.list({
        types: [
          'payment_intent.succeeded',
          'payment_intent.processing',
          'payment_intent.payment_failed',
          'payment_intent.requires_action',
          'payment_intent.canceled',
        ],
        created: { gte: Math.floor(createdAt.getTime() / 1_000) - 60 },
        limit: PAGE,
        ...(after && { starting_after: after }),
      }),
    );

  return async (attempt: GatewayAttempt, signal?: AbortSignal): Promise<Intent | null> => {
    const id = await idOf(attempt, signal);
    if (!id) return null;
    return readIntent(
      await callStripe('reading a payment', () => stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })),
    );
  };
}
