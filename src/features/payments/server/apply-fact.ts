import { attemptOfGateway } from './attempt-store.ts';
import { bookUnknownMoney, type UnknownMoneyParts } from './book-unknown-money.ts';
import type { GatewayFact } from './gateway-facts.ts';
import { type SettleParts, settleAttempt } from './settle-attempt.ts';

type FactAbout<About extends GatewayFact['about']> = Extract<GatewayFact, { about: About }>;

/** What other features do with facts that are not about an attempt. Each may come repeatedly and in any order. */
type FactHandlers = {
  readonly [About in Exclude<GatewayFact['about'], 'attempt'>]?: (
    gateway: string,
    fact: FactAbout<About>,
    now: Date,
  ) => Promise<void>;
};

export interface ApplyParts extends SettleParts, UnknownMoneyParts {
  readonly handlers: FactHandlers;
}

/** Applies what a gateway says happened. */
export async function applyFact(parts: ApplyParts, gateway: string, fact: GatewayFact, now: Date): Promise<void> {
  switch (fact.about) {
    case 'attempt': {
      const attempt = await attemptOfGateway(parts.db, gateway, fact.attempt);
      if (attempt) return settleAttempt(parts, attempt, fact.update, now);
      if (fact.update.status === 'paid') return bookUnknownMoney(parts, gateway, fact.attempt, fact.update, now);
      return;
    }
    case 'refund':
      return parts.handlers.refund?.(gateway, fact, now);
    case 'dispute':
      return parts.handlers.dispute?.(gateway, fact, now);
    case 'fraud_warning':
      return parts.handlers.fraud_warning?.(gateway, fact, now);
    case 'method':
      return parts.handlers.method?.(gateway, fact, now);
    case 'payout':
      return parts.handlers.payout?.(gateway, fact, now);
  }
}
