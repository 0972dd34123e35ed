/** An item of an order, with how many of it were bought. */
export interface BoughtItem {
  name: string;
  count: number;
}

/** Selects an order's `BoughtItem`s as JSON, in the order of the cart; `id` is the order's. */
export const boughtItems = (id: string): string =>
  `(select coalesce(json_agg(json_build_object('name', name, 'count', count) order by first), '[]')
    from (select l.frozen ->> 'name' as name, count(*) as count, min(l.position) as first
          from order_lines l where l.order_id = ${id} group by 1) as bought)`;
