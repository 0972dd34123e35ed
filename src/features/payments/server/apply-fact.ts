import { attemptOfGateway } from './attempt-store.ts';
import { bookUnknownMoney, type UnknownMoneyParts } from './book-unknown-money.ts';
import type { GatewayFact } from './gateway-facts.ts';
import { type SettleParts, settleAttempt } from './settle-attempt.ts';

type FactAbout<About extends GatewayFact['about']> = Extract<GatewayFact, { about: About }>;

/** `early`: about a payment that the shop does not know, whose own message may still be on its way. */
export type FactOutcome = 'applied' | 'early';

type FactHandler<About extends GatewayFact['about'], Outcome> = (
  gateway: string,
  fact: FactAbout<About>,
  now: Date,
) => Promise<Outcome>;

/** What other features do with facts that are not about an attempt. Each may come repeatedly and in any order. */
interface FactHandlers {
  readonly refund?: FactHandler<'refund', FactOutcome>;
  readonly dispute?: FactHandler<'dispute', FactOutcome>;
  readonly fraud_warning?: FactHandler<'fraud_warning', void>;
  readonly method?: FactHandler<'method', void>;
  readonly payout?: FactHandler<'payout', void>;
}

export interface ApplyParts extends SettleParts, UnknownMoneyParts {
  readonly handlers: FactHandlers;
}

/** Applies what a gateway says happened. */
export async function applyFact(
  parts: ApplyParts,
  gateway: string,
  fact: GatewayFact,
  now: Date,
): Promise<FactOutcome> {
  const { handlers } = parts;
  switch (fact.about) {
    case 'attempt': {
      const attempt = await attemptOfGateway(parts.db, gateway, fact.attempt);
      if (attempt) await settleAttempt(parts, attempt, fact.update, now);
      else if (fact.update.status === 'paid') {
        await bookUnknownMoney(parts, gateway, fact.attempt, fact.update, now);
      }
      break;
    }
    case 'refund':
      return (await handlers.refund?.(gateway, fact, now)) ?? 'applied';
    case 'dispute':
      return (await handlers.dispute?.(gateway, fact, now)) ?? 'applied';
    case 'fraud_warning':
      await handlers.fraud_warning?.(gateway, fact, now);
      break;
    case 'method':
      await handlers.method?.(gateway, fact, now);
      break;
    case 'payout':
      await handlers.payout?.(gateway, fact, now);
      break;
  }
  return 'applied';
}
