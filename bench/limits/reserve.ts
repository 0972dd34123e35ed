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

/** Measures the smallest reservations per second with the driver that the shop uses. */
export async function reservationsByDriver(database: Database, wanted: Wanted): Promise<number> {
  await makeTables(database);
  return (await runGenerator('limits/reservations.ts', { ...wanted, databaseUrl: database.url })).perSecond;
}

/** Measures them with pgbench, which uses less CPU than our driver. Returns NaN if pgbench is not installed. */
async function reservationsByPgbench(
  database: Database,
  { items, clients, seconds, warmUpSeconds }: Wanted,
  script: string,
): Promise<number> {
  await makeTables(database);
  const options = { clients, seconds, warmUpSeconds };
  const rate = await transactionsByPgbench(database, `\\set item random(1, ${items})\n${script}`, options);
  return rate ?? Number.NaN;
}

const FOUR_STATEMENTS = `begin;
update bench_limit_items set held = held + 1 where id = :item and held < capacity;
insert into bench_limit_holds (item_id, held_until) values (:item, now() + interval '15 minutes');
commit;
`;
const ONE_ROUND_TRIP = `with item as (update bench_limit_items set held = held + 1 where id = :item and held < capacity returning id) insert into bench_limit_holds (item_id, held_until) select id, now() + interval '15 minutes' from item;
`;

/** Returns the limits of reservations per second. `hot_1rt` and `spread_1rt` make one round trip. */
export function reservationLimits(database: Database, wanted: Wanted) {
  const name = wanted.items === 1 ? 'hot' : 'spread';
  return [
    { what: 'driver', measure: () => reservationsByDriver(database, wanted) },
    { what: name, measure: () => reservationsByPgbench(database, wanted, FOUR_STATEMENTS) },
    { what: `${name}_1rt`, measure: () => reservationsByPgbench(database, wanted, ONE_ROUND_TRIP) },
  ];
}
