import { setTimeout as pause } from 'node:timers/promises';
import { atMost } from '#platform/work/at-most.ts';

/** Drawing this many takes about ten seconds. Further requests are refused with a time to retry. */
const MAX_WAITING = 200;
const RETRY_AFTER_SECONDS = 5;
/** The longest pause, in milliseconds. Only the first document, which reads the fonts, takes longer to draw. */
const MAX_PAUSE_MS = 200;

const oneAtATime = atMost({
  what: 'a document',
  atOnce: 1,
  maxWaiting: MAX_WAITING,
  retryAfter: RETRY_AFTER_SECONDS,
});

/**
 * Draws one document at a time. Drawing blocks the event loop, so after each document other work gets as much time as
 * the document took. Rejects with `TooManyWaiting` if too many wait.
 */
export function drawInTurn(draw: () => Promise<Buffer>): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    oneAtATime(async () => {
      const begun = performance.now();
      await draw().then(resolve, reject);
      await pause(Math.min(performance.now() - begun, MAX_PAUSE_MS));
    }).catch(reject);
  });
}
