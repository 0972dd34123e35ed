import { type Holder, type HolderProblem, type HolderRules, holderProblems } from './holder.ts';
import { type HeldTicket, hasTicketAlready } from './same-holder.ts';

export interface PersonalisedItem extends HolderRules {
  readonly externalCode: string;
  readonly name: string;
}

/**
 * Checks the details of a ticket, in field order. `otherTickets` are the cart's tickets except the one being changed.
 */
export function personaliseProblems(
  item: PersonalisedItem,
  holder: Holder,
  otherTickets: readonly HeldTicket[],
): HolderProblem[] {
  const problems = holderProblems(item, holder);
  const isNameFine = problems.every((problem) => problem.field !== 'full_name');
  if (isNameFine && hasTicketAlready(otherTickets, item.externalCode, holder.fullName)) {
    return [
      { field: 'full_name', kind: 'already_in_cart', product: item.name, fullName: holder.fullName.trim() },
      ...problems,
    ];
  }
  return problems;
}
