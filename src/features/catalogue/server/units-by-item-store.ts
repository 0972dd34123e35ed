/** Units of items, by the items' names, most units first. */
export type UnitsByItem = readonly { readonly name: string; readonly count: number }[];

/** SQL that counts the items in an array of ids, one id for each unit, and returns `UnitsByItem` as "byItem". */
export const unitsByItem = (itemIds: string): string => `
       select jsonb_agg(jsonb_build_object('name', name, 'count', count) order by count desc, name) as "byItem"
       from (
         select i.id, i.name, count(*) as count
         from unnest(${itemIds}) as one (item_id)
         join shop_items i on i.id = one.item_id
         group by i.id
       ) counted`;
