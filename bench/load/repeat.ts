import { type Latencies, latenciesOf } from './latencies.ts';

export interface Measured extends Latencies {
  /** The number of operations that succeeded in the measured time. */
  done: number;
  failed: number;
  /** The number of 503 answers with `retry-after`; each was retried. */
  refused: number;
  failures: string[];
  seconds: number;
  /** CPU seconds of the load generator's process. */
  ownCpuSeconds: number;
  /** The operations that ended in each slot of `slotSeconds`; empty without slots. */
  perSlot: number[];
}

export interface Rounds {
  clients: number;
  warmUpSeconds: number;
  seconds: number;
  slotSeconds?: number;
  /** Called when the warm-up is over; `onEnd` when the measured time is. */
  onBegin(): void;
  onEnd(): void;
}

/** Repeats the work of each client and measures every operation that ends in the measured time. */
export async function repeat(
  rounds: Rounds,
  clientOf: (index: number, onRefused: () => void) => { once(): Promise<void>; close(): void },
): Promise<Measured> {
  const times: number[] = [];
  const slots = rounds.slotSeconds ? Math.round(rounds.seconds / rounds.slotSeconds) : 0;
  const perSlot = Array.from({ length: slots }, () => 0);
  const failures: string[] = [];
  let failed = 0;
  let refused = 0;
  let phase: 'warm' | 'measured' | 'over' = 'warm';
  let cpu = process.cpuUsage();
  let begunAt = 0;

  const onRefused = () => {
    if (phase === 'measured') refused += 1;
  };
  const clients = Array.from({ length: rounds.clients }, (_, index) => clientOf(index, onRefused));
  const working = clients.map(async (client) => {
    while (phase !== 'over') {
      const startedAt = performance.now();
      try {
        await client.once();
        if (phase === 'measured') {
          times.push(performance.now() - startedAt);
          const slot = Math.floor((performance.now() - begunAt) / 1_000 / (rounds.slotSeconds ?? 1));
          if (slot < slots) perSlot[slot]! += 1;
        }
      } catch (error) {
        if (phase === 'measured') failed += 1;
        if (failures.length < 5) failures.push((error as Error).message.slice(0, 300));
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  });
  await pause(rounds.warmUpSeconds);
  cpu = process.cpuUsage();
  phase = 'measured';
  rounds.onBegin();
  begunAt = performance.now();
  await pause(rounds.seconds);
  // Waits longer if nothing has ended yet, as on a very busy machine; otherwise there would be no figure to report.
  for (let more = 0; more < MAX_EXTRA_PAUSES && times.length + failed === 0; more += 1) await pause(0.1);
  const done = times.length;
  const seconds = (performance.now() - begunAt) / 1_000;
  rounds.onEnd();
  const { user, system } = process.cpuUsage(cpu);
  phase = 'over';
  await Promise.all(working);
  for (const client of clients) client.close();
  return {
    ...latenciesOf(times.slice(0, done)),
    done,
    failed,
    refused,
    failures,
    seconds,
    ownCpuSeconds: (user + system) / 1e6,
    perSlot,
  };
}

const MAX_EXTRA_PAUSES = 300;

const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
