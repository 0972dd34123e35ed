import type { Problem } from '#kernel/problem.ts';
import { type Holder, type HolderField, type HolderRules, holderProblems } from './holder.ts';
import { alreadyInCart, type HeldTicket, hasTicketAlready } from './same-holder.ts';

export interface PersonalisedItem extends HolderRules {
  readonly externalCode: string;
  readonly name: string;
}

/**
 * Everything that is wrong with the personalise dialog, in the order of its fields. `otherTickets` are those of the
 * cart without the one that is being changed.
 */
export function personaliseProblems(
  item: PersonalisedItem,
  holder: Holder,
  otherTickets: readonly HeldTicket[],
): Problem<HolderField>[] {
  const problems = holderProblems(item, holder);
  const nameIsFine = problems.every((problem) => problem.field !== 'full_name');
  if (nameIsFine && hasTicketAlready(otherTickets, item.externalCode, holder.fullName)) {
    return [{ field: 'full_name', message: alreadyInCart(item.name, holder.fullName.trim()) }, ...problems];
  }
  return problems;
}
