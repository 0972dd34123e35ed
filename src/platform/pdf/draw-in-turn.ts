import { setTimeout as pause } from 'node:timers/promises';
import { atMost } from '#platform/work/at-most.ts';

/** Drawn within some ten seconds; whoever comes then is asked to come again. */
const MOST_WAITING = 200;
const COME_AGAIN_SECONDS = 5;
/** After one that took very long (the fonts are read with the first) nobody has to wait as long again, in milliseconds. */
const LONGEST_REST_MS = 200;

const oneAtATime = atMost({
  what: 'a document',
  atOnce: 1,
  mostWaiting: MOST_WAITING,
  retryAfter: COME_AGAIN_SECONDS,
});

/**
 * Draws a document when those before it are done. Drawing holds up everything else of the process, so between two documents
 * the others get as much time as one took. Rejects with `TooManyWaiting` when too many wait.
 */
export function drawInTurn(draw: () => Promise<Buffer>): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    oneAtATime(async () => {
      const begun = performance.now();
      await draw().then(resolve, reject);
      await pause(Math.min(performance.now() - begun, LONGEST_REST_MS));
    }).catch(reject);
  });
}
