import { expect, test } from 'vitest';
import { type OrderStatus, orderTransitions } from '#features/orders/domain/order-status.ts';
import { givenDatabase } from '../../../../test/support/database.ts';
import { itemStatuses } from '../domain/item-status.ts';
import { mayBeAdmitted } from '../domain/may-be-admitted.ts';
import { MAY_BE_ADMITTED } from './ticket-tables.ts';

const combinations = itemStatuses.flatMap((status) =>
  (Object.keys(orderTransitions) as OrderStatus[]).flatMap((paymentStatus) =>
    [true, false].flatMap((isPending) =>
      [true, false].map((isTermsAccepted) => ({ status, paymentStatus, isPending, isTermsAccepted })),
    ),
  ),
);

test('the database admits a ticket exactly when the rule does', async () => {
  const { db, drop } = await givenDatabase();
  const rows = await db.rows<{ admitted: boolean }>(
    `select ${MAY_BE_ADMITTED} as admitted
     from jsonb_array_elements($1::jsonb) with ordinality as one (facts, position)
     cross join lateral (select facts ->> 'status' as status, (facts ->> 'isPending')::boolean as pending) ticket
     cross join lateral (
       select
         facts ->> 'paymentStatus' as payment_status,
         case when (facts ->> 'isTermsAccepted')::boolean then now() end as terms_accepted_at
     ) orders
     order by position`,
    [JSON.stringify(combinations)],
  );
  await drop();
  expect(combinations).toHaveLength(6 * 7 * 2 * 2);
  expect(rows.map(({ admitted }) => admitted)).toEqual(combinations.map((one) => mayBeAdmitted(one, one)));
  expect(rows.filter(({ admitted }) => admitted)).toHaveLength(1);
});
