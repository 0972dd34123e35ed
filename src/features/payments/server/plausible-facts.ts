import type { GatewayFact, StatusUpdate } from './gateway-facts.ts';

/** Ids are shown to the operator, so they must be one line. */
const ID = /^\P{Cc}{1,200}$/u;
const isId = (text: string): boolean => ID.test(text) && text.trim() !== '';
/** Sums of many amounts must stay below 2^53, or lists could not add them up. */
const MAX_AMOUNT = 10 ** 13;
const isAmount = (amount: number): boolean => Number.isSafeInteger(amount) && amount > 0 && amount <= MAX_AMOUNT;
const isCurrency = (text: string): boolean => /^[A-Z]{3}$/.test(text);

interface Movement {
  readonly amount: number;
  readonly currency: string;
  readonly transaction?: string;
  readonly id?: string;
}

const fieldOfMovement = ({ amount, currency, transaction, id }: Movement): string | null => {
  if (!isAmount(amount)) return 'amount';
  if (!isCurrency(currency)) return 'currency';
  if (id !== undefined && !isId(id)) return 'id';
  return transaction === undefined || isId(transaction) ? null : 'transaction';
};

/** Returns the impossible field of an update, such as a negative amount; null if it is plausible. */
export const implausibleUpdate = (update: StatusUpdate): string | null =>
  update.status === 'paid' ? fieldOfMovement(update) : null;

/** Returns why a fact cannot be true, as `implausibleUpdate` does for updates. */
function implausibleFact(fact: GatewayFact): string | null {
  if (fact.about === 'attempt') return implausibleUpdate(fact.update);
  if (fact.about === 'method') return isId(fact.id) ? null : 'id';
  // Below 0 the provider takes money from the bank account.
  if (fact.about === 'payout') return fieldOfMovement({ ...fact, amount: Math.abs(fact.amount) });
  if (fact.about === 'fraud_warning') return isId(fact.id) ? (isId(fact.transaction) ? null : 'transaction') : 'id';
  return fieldOfMovement(fact);
}

/** Returns the first impossible field of these facts; null if all are plausible. */
export function firstImplausible(facts: readonly GatewayFact[]): string | null {
  for (const fact of facts) {
    const field = implausibleFact(fact);
    if (field) return field;
  }
  return null;
}
