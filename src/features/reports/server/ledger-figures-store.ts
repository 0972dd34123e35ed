import type { Queryable } from '#platform/db/db.ts';
import type { LedgerFigure } from '../domain/money-groups.ts';
import { OWN_MONEY } from './conditions.ts';
import { type DayGroup, figuresIn, GROUP_NUMBER, instants, valuesOf } from './day-figures-store.ts';
import type { SpansToRead } from './stored-spans.ts';

/** What was booked on the accounts of the shop's own money, added up for each group of days. */
export const bookedInGroups = async (
  tx: Queryable,
  spans: SpansToRead,
  groups: readonly DayGroup[],
): Promise<LedgerFigure[]> => {
  const rows = await tx.rows<Omit<LedgerFigure, 'day'> & { group: number }>(
    `select ${GROUP_NUMBER} as group, kind, account, tax_basis_points as "taxBasisPoints", sum(amount)::bigint as amount
     from ${figuresIn('report_booked')} e
     where ${OWN_MONEY}
     group by 1, kind, account, tax_basis_points`,
    [...valuesOf(spans), instants(groups.map(({ from }) => from))],
  );
  return rows.map(({ group, ...figure }) => ({ ...figure, day: groups[group - 1]!.firstDay }));
};
