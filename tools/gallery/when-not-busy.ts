import { setTimeout as pause } from 'node:timers/promises';

const MAX_ATTEMPTS = 20;

/**
 * Sends a request, up to 20 times while the shop answers that it is busy, each time after the seconds in `Retry-After`.
 * So a gallery on a busy machine takes longer, but finishes. Returns the last answer.
 */
export async function whenNotBusy<Answer extends Pick<Response, 'status' | 'headers'>>(
  send: () => Promise<Answer>,
): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send();
    if (answer.status !== 503 || attempt === MAX_ATTEMPTS) return answer;
    await pause(Number(answer.headers.get('retry-after') ?? 1) * 1_000);
  }
}
