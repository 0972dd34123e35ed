import type Stripe from 'stripe';
import type { PayoutParts } from '../../domain/payout-parts.ts';
import type { GatewayFact } from '../gateway-facts.ts';
import { type BalanceTransaction, type Payout, readBalanceTransaction, readPayout } from './stripe-answers.ts';
import { callStripe } from './stripe-client.ts';
import { inWords } from './stripe-labels.ts';
import { shopMoney } from './stripe-updates.ts';

/** Stripe's names for the movements of a balance. A person has to check any other. */
const KINDS: Readonly<Record<string, Exclude<keyof PayoutParts, 'other'>>> = {
  charge: 'charges',
  payment: 'charges',
  refund: 'refunds',
  payment_refund: 'refunds',
  refund_failure: 'refunds',
  payment_failure_refund: 'refunds',
  payment_reversal: 'refunds',
  adjustment: 'disputes',
  stripe_fee: 'fees',
  stripe_fx_fee: 'fees',
  tax_fee: 'fees',
  payout_failure: 'failedBefore',
  payout_cancel: 'failedBefore',
};

const PAGE = 100;
/**
 * At most this many pages are read per call, because the shop waits only ten seconds for a call. The next call
 * continues there.
 */
const MAX_PAGES = 25;

interface Progress {
  parts: Record<keyof PayoutParts, number>;
  /** The number of digits of the shop's currency, from the metadata of one of its payments. */
  digits: string | undefined;
  after: string | undefined;
}

type PayoutFact = Extract<GatewayFact, { about: 'payout' }>;

/** Reads payouts with their parts. A long payout is read in several calls, of which all but the last throw. */
export function payoutReader(stripe: Stripe) {
  const begun = new Map<string, Progress>();

  async function partsOf(id: string, signal: AbortSignal | undefined): Promise<Progress> {
    const progress = begun.get(id) ?? { parts: noParts(), digits: undefined, after: undefined };
    begun.set(id, progress);
    for (let pages = 0; pages < MAX_PAGES && !signal?.aborted; pages += 1) {
      const page = await callStripe('listing the movements of a payout', () =>
        stripe.balanceTransactions.list({
          payout: id,
          limit: PAGE,
          expand: ['data.source'],
          ...(progress.after && { starting_after: progress.after }),
        }),
      );
      const read = page.data.map(readBalanceTransaction);
      for (const one of read) count(progress, one);
      progress.after = read.at(-1)?.id;
      if (!page.has_more || !progress.after) {
        begun.delete(id);
        return progress;
      }
    }
    throw new Error(`Stripe's payout ${id} has more movements than are read at once: the next call continues`);
  }

  return async (id: string, signal?: AbortSignal): Promise<PayoutFact | null> => {
    const payout = readPayout(await callStripe('reading a payout', () => stripe.payouts.retrieve(id)));
    // The payout is still on its way.
    if (payout.amount === 0 || !['paid', 'failed', 'canceled'].includes(payout.status)) return null;
    if (payout.status !== 'paid') return { ...factOf(payout, undefined), state: 'failed', parts: 'never' };
    if (payout.reconciliation_status === 'in_progress') return { ...factOf(payout, undefined), parts: 'later' };
    // Stripe does not report the parts of a payout that was started by hand.
    if (!payout.automatic || payout.reconciliation_status !== 'completed') {
      return { ...factOf(payout, undefined), parts: 'never' };
    }
    const { parts, digits } = await partsOf(id, signal);
    const inShopUnits = (amount: number) => shopMoney({ amount, currency: payout.currency }, { digits }).amount;
    const scaled = Object.entries(parts).map(([kind, amount]) => [kind, inShopUnits(amount)]);
    return { ...factOf(payout, digits), parts: Object.fromEntries(scaled) as PayoutParts };
  };
}

const noParts = (): Progress['parts'] => ({
  charges: 0,
  refunds: 0,
  disputes: 0,
  fees: 0,
  failedBefore: 0,
  other: 0,
});

function count(progress: Progress, { type, amount, fee, source }: BalanceTransaction): void {
  // The payout itself is in its own list.
  if (type === 'payout') return;
  const kind = Object.hasOwn(KINDS, type) ? KINDS[type]! : 'other';
  progress.parts[kind] += amount;
  progress.parts.fees -= fee;
  progress.digits ??= source.digits;
}

const factOf = (payout: Payout, digits: string | undefined): Omit<PayoutFact, 'parts'> => ({
  about: 'payout',
  id: payout.id,
  state: 'paid',
  reason: payout.failure_message ?? inWords(payout.failure_code ?? ''),
  ...shopMoney({ amount: payout.amount, currency: payout.currency }, { digits }),
  arrivesOn: new Date(payout.arrival_date * 1_000).toISOString().slice(0, 10),
  statement: payout.statement_descriptor ?? 'STRIPE',
});
