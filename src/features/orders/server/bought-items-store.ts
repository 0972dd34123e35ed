/** An item of an order, with the number bought. */
export interface BoughtItem {
  name: string;
  count: number;
}

/** SQL for an order's `BoughtItem`s as JSON, in the order of its lines; `id` is the SQL for the order's id. */
export const boughtItems = (id: string): string =>
  `(select coalesce(json_agg(json_build_object('name', name, 'count', count) order by first), '[]')
    from (select l.frozen ->> 'name' as name, count(*) as count, min(l.position) as first
          from order_lines l where l.order_id = ${id} group by 1) as bought)`;
