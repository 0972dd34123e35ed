import { rounds } from '../../support/rounds.ts';

export interface TimeComparison {
  /** The median times of both requests, in milliseconds. */
  readonly medians: readonly [number, number];
  /** The difference in standard deviations of the rank sum (Mann and Whitney). */
  readonly z: number;
  /** The number of samples of each request. */
  readonly samples: number;
}

/** `npm test` takes few samples, which show a clear difference; a run with more rounds takes enough for a rank test. */
const SAMPLES = rounds > 1 ? 200 : 12;
/** By chance, one comparison in a thousand exceeds this. */
const MAX_Z = 3.3;
/** Medians this close, as a share or in milliseconds, differ only by the machine's noise, whatever the ranks. */
const NOISE = 0.1;
const NOISE_MS = 0.15;
/** A difference that the code causes repeats; chance and other load on the machine do not. */
const MAX_ATTEMPTS = 3;

/**
 * Times two requests alternately, each pair in random order. Throws if their times differ in every attempt.
 * `between` runs before each request, and `milliseconds` reads the clock.
 */
export async function expectSameTime(
  what: string,
  known: () => Promise<unknown>,
  unknown: () => Promise<unknown>,
  between: () => Promise<unknown> = async () => {},
  milliseconds = () => performance.now(),
): Promise<TimeComparison> {
  const seen: TimeComparison[] = [];
  for (let time = 0; time < MAX_ATTEMPTS; time += 1) {
    const compared = await compareTimes(known, unknown, between, milliseconds);
    if (!areApart(compared)) return compared;
    seen.push(compared);
  }
  const comparisons = seen.map(
    ({ medians, z }) => `${medians.map((ms) => ms.toFixed(2)).join(' and ')} ms, z ${z.toFixed(1)}`,
  );
  throw new Error(`The response time distinguishes two cases of ${what}: ${comparisons.join('; ')}`);
}

const areApart = ({ medians: [a, b], z }: TimeComparison): boolean =>
  Math.abs(z) > MAX_Z && Math.abs(a - b) > Math.max(NOISE_MS, NOISE * Math.max(a, b));

async function compareTimes(
  known: () => Promise<unknown>,
  unknown: () => Promise<unknown>,
  between: () => Promise<unknown>,
  milliseconds: () => number,
): Promise<TimeComparison> {
  const times: [number[], number[]] = [[], []];
  // The first samples warm the caches and do not count.
  for (let sample = -2; sample < SAMPLES; sample += 1) {
    for (const which of Math.random() < 0.5 ? ([0, 1] as const) : ([1, 0] as const)) {
      await between();
      const before = milliseconds();
      await (which === 0 ? known : unknown)();
      if (sample >= 0) times[which].push(milliseconds() - before);
    }
  }
  return { medians: [median(times[0]), median(times[1])], z: rankSumZ(times[0], times[1]), samples: SAMPLES };
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Uses the normal approximation of the rank sum. Times never tie. */
export function rankSumZ(first: readonly number[], second: readonly number[]): number {
  const all = [...first.map((ms) => ({ ms, isFirst: true })), ...second.map((ms) => ({ ms, isFirst: false }))];
  all.sort((a, b) => a.ms - b.ms);
  const sum = all.reduce((total, { isFirst }, index) => total + (isFirst ? index + 1 : 0), 0);
  const [n, m] = [first.length, second.length];
  return (sum - (n * (n + m + 1)) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
}
