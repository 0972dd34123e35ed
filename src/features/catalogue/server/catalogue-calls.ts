import { refuse } from '#kernel/result.ts';
import type { Queryable } from '#platform/db/db.ts';
import { type CallRegistry, reply } from '#platform/http/calls.ts';
import { notFound } from '#platform/http/refusal.ts';
import { getShopItem } from '../contract.ts';
import { shopItem } from './shop-items.ts';

export function addCatalogueCalls(calls: CallRegistry, { db }: { db: Queryable }): void {
  calls.add(getShopItem, async (body, { now }) => {
    const item = await shopItem(db, body.external_code, now);
    return item ? reply({ item }) : refuse(notFound);
  });
}
