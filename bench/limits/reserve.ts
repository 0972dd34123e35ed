import type { BenchDatabase } from '../databases.ts';
import { runGenerator } from '../run-load.ts';
import { transactionsByPgbench } from './pgbench.ts';

type Database = Pick<BenchDatabase, 'url' | 'client'>;

interface Wanted {
  items: number;
  clients: number;
  seconds: number;
  warmUpSeconds: number;
}

async function makeTables({ client }: Database): Promise<void> {
  await client.query(
    `create table if not exists bench_limit_items (
       id bigint primary key, held integer not null, capacity integer not null, check (held <= capacity)
     )`,
  );
  await client.query(
    `create table if not exists bench_limit_holds (
       id bigint generated always as identity primary key,
       item_id bigint not null references bench_limit_items,
       held_until timestamptz not null
     )`,
  );
  await client.query(
    'insert into bench_limit_items select n, 0, 1000000000 from generate_series(1, 100) as n on conflict do nothing',
  );
}

/** Measures the smallest reservations per second by the same driver that the shop uses. */
export async function reservationsByDriver(database: Database, wanted: Wanted): Promise<number> {
  await makeTables(database);
  return (await runGenerator('limits/reservations.ts', { ...wanted, databaseUrl: database.url })).perSecond;
}

/** Does the same by pgbench, which uses less CPU than our driver. Undefined if it is not installed. */
async function reservationsByPgbench(
  database: Database,
  { items, clients, seconds, warmUpSeconds }: Wanted,
): Promise<number | undefined> {
  await makeTables(database);
  return await transactionsByPgbench(
    database,
    `\\set item random(1, ${items})
begin;
update bench_limit_items set held = held + 1 where id = :item and held < capacity;
insert into bench_limit_holds (item_id, held_until) values (:item, now() + interval '15 minutes');
commit;
`,
    { clients, seconds, warmUpSeconds },
  );
}

/** The two limits to compare a measurement with. */
export function reservationLimits(database: Database, wanted: Wanted) {
  return [
    { what: 'driver', measure: () => reservationsByDriver(database, wanted) },
    { what: 'pgbench', measure: async () => (await reservationsByPgbench(database, wanted)) ?? Number.NaN },
  ];
}
