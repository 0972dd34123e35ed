import type { GatewayFact } from './gateway-facts.ts';

type FactAbout<About extends GatewayFact['about']> = Extract<GatewayFact, { about: About }>;

/** `early`: about a payment that the shop does not know, whose own message may still be on its way. */
export type FactOutcome = 'applied' | 'early';

type FactHandler<About extends GatewayFact['about'], Outcome> = (
  gateway: string,
  fact: FactAbout<About>,
  now: Date,
) => Promise<Outcome>;

/**
 * Handlers, from other features, of facts that are not about an attempt. Facts can arrive repeatedly and in any order.
 */
export interface FactHandlers {
  readonly refund: FactHandler<'refund', FactOutcome>;
  readonly dispute: FactHandler<'dispute', FactOutcome>;
  readonly fraud_warning: FactHandler<'fraud_warning', void>;
  readonly method: FactHandler<'method', void>;
  readonly payout: FactHandler<'payout', void>;
}
