import type { Bench } from './bench.ts';
import { medianOf, type Row } from './report.ts';

/**
 * Measures the same work with several subjects in turn, `sizes.rounds` times, so that a machine that is sometimes busy
 * slows all of them. The table shows medians, and the rate of the first subject as the limit of the others.
 */
export async function inTurn<Subject>(
  bench: Bench,
  { subjects, first, work }: { subjects: readonly Subject[]; first: string; work: (subject: Subject) => Promise<void> },
): Promise<void> {
  const measured: Row[][] = subjects.map(() => []);
  for (let round = 1; round <= bench.sizes.rounds; round += 1) {
    for (const [index, subject] of subjects.entries()) {
      const from = bench.rows.length;
      await work(subject);
      measured[index]!.push(...bench.rows.splice(from));
    }
  }
  const [firstRows, ...others] = measured.map(typicalRows);
  bench.rows.push(...firstRows!);
  for (const rows of others) {
    for (const [place, row] of rows.entries()) {
      bench.rows.push({ ...row, limits: [{ what: first, perSecond: firstRows![place]!.perSecond }] });
    }
  }
}

const typicalRows = (rows: readonly Row[]): Row[] =>
  [...Map.groupBy(rows, ({ work, clients }) => `${work} ${clients}`).values()].map(typicalRow);

function typicalRow(rows: readonly Row[]): Row {
  const median = (of: (row: Row) => number | undefined) => medianOf(rows.map((row) => of(row) ?? Number.NaN));
  const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0);
  return {
    ...rows.at(-1)!,
    perSecond: median(({ perSecond }) => perSecond),
    p50: median(({ p50 }) => p50),
    p99: median(({ p99 }) => p99),
    serverCpuMs: median(({ serverCpuMs }) => serverCpuMs),
    databaseCpuMs: median(({ databaseCpuMs }) => databaseCpuMs),
    failed: sum(({ failed }) => failed),
    refused: sum(({ refused }) => refused),
    failures: rows.flatMap(({ failures }) => failures),
  };
}
