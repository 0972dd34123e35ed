// node bench/limits/reservations.ts, with a job as JSON on its standard input: measures PostgreSQL's own limit, in its
// own process. Many clients, each with its own connection, run the smallest transaction that reserves a unit: begin,
// increase a counter that may not exceed its capacity, write the hold, commit.
import { text } from 'node:stream/consumers';
import pg from 'pg';
import type { GeneratorLine } from '../load/generator.ts';
import { repeat } from '../load/repeat.ts';

export interface ReservationJob {
  databaseUrl: string;
  /** 1: all clients want the same item. More: they spread evenly. */
  items: number;
  clients: number;
  warmUpSeconds: number;
  seconds: number;
}

const job = JSON.parse(await text(process.stdin)) as ReservationJob;
const say = (line: GeneratorLine) => process.stdout.write(`${JSON.stringify(line)}\n`);
const connections = await Promise.all(
  Array.from({ length: job.clients }, async () => {
    const client = new pg.Client(job.databaseUrl);
    await client.connect();
    return client;
  }),
);
const measured = await repeat(
  { ...job, onBegin: () => say({ event: 'begin' }), onEnd: () => say({ event: 'end' }) },
  (index) => {
    const client = connections[index]!;
    let count = index;
    return {
      async once() {
        const item = (count++ % job.items) + 1;
        await client.query('begin');
        await client.query({
          name: 'reserve',
          text: 'update bench_limit_items set held = held + 1 where id = $1 and held < capacity',
          values: [item],
        });
        await client.query({
          name: 'hold',
          text: `insert into bench_limit_holds (item_id, held_until) values ($1, now() + interval '15 minutes')`,
          values: [item],
        });
        await client.query('commit');
      },
      close: () => void client.end(),
    };
  },
);
say({ event: 'measured', measured });
