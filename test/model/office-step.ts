import { expect } from 'vitest';
import type { OfficeWorld } from './office-world.ts';
import type { Picks } from './step.ts';

/** One action. Returns its outcome in a word or two, for the count; null when it found nothing to act on. */
export type OfficeStep = (world: OfficeWorld, picks: Picks) => Promise<string | null>;

/** Returns a row at random. */
export async function one<Row extends object>(
  { app }: OfficeWorld,
  picks: Picks,
  text: string,
  ...parameters: unknown[]
): Promise<Row | undefined> {
  return picks.of(await app.db.rows<Row & Record<string, unknown>>(text, parameters)) as Row | undefined;
}

interface Answered {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the answers of the calls are not typed here.
  readonly body: any;
}

/** Returns whether the step was done. A refusal must have a sentence for people, and must not be an internal error. */
export function wasDone(what: string, { status, body }: Answered): boolean {
  expect([what, status < 500, status === 200 || typeof body.message], JSON.stringify(body)).toEqual([
    what,
    true,
    status === 200 || 'string',
  ]);
  return status === 200;
}
