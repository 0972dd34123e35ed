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

/** Applies a fact that is not about an attempt. */
export async function applyOtherFact(
  handlers: FactHandlers,
  gateway: string,
  fact: Exclude<GatewayFact, { about: 'attempt' }>,
  now: Date,
): Promise<FactOutcome> {
  switch (fact.about) {
    case 'refund':
      return handlers.refund(gateway, fact, now);
    case 'dispute':
      return handlers.dispute(gateway, fact, now);
    case 'fraud_warning':
      await handlers.fraud_warning(gateway, fact, now);
      return 'applied';
    case 'method':
      await handlers.method(gateway, fact, now);
      return 'applied';
    case 'payout':
      await handlers.payout(gateway, fact, now);
      return 'applied';
  }
}
