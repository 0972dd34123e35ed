import type { Queryable } from '#platform/db/db.ts';
import type { SoldFigure, SoldItem } from '../domain/sales-groups.ts';
import { type DayGroup, figuresIn, GROUP_NUMBER, instants, valuesOf } from './day-figures-store.ts';
import type { SpansToRead } from './stored-spans.ts';

/** What was sold, added up for each group of days. */
export const soldInGroups = async (
  tx: Queryable,
  spans: SpansToRead,
  groups: readonly DayGroup[],
): Promise<SoldFigure[]> => {
  const rows = await tx.rows<Omit<SoldFigure, 'day'> & { group: number }>(
    `select ${GROUP_NUMBER} as group, channel, item_id as item,
       (case when item_id is null then sum(orders) else 0 end)::bigint as orders, sum(units)::bigint as units,
       sum(case when item_id is null then shipping else amount end)::bigint as amount
     from ${figuresIn('report_sold')} r
     group by 1, channel, item_id`,
    [...valuesOf(spans), instants(groups.map(({ from }) => from))],
  );
  return rows.map(({ group, ...figure }) => ({ ...figure, day: groups[group - 1]!.firstDay }));
};

export const soldItems = async (db: Queryable): Promise<SoldItem[]> =>
  (
    await db.rows<Omit<SoldItem, 'event'> & { event: string | null; eventName: string | null }>(
      `select i.id, i.external_code as code, i.name, i.kind, e.code as event, e.name as "eventName"
       from shop_items i left join events e on e.id = i.event_id`,
    )
  ).map(({ event, eventName, ...item }) => ({
    ...item,
    event: event === null ? null : { code: event, name: eventName ?? '' },
  }));
