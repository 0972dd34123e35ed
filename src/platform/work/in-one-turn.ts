import { isOutage } from '#platform/db/database-unavailable.ts';

/**
 * Answers all requests of one turn of the event loop with one call of `work`, which returns an answer for each in
 * order: small statements for many buyers are combined. A request on its own does not wait for others, because a turn
 * ends as soon as what has already arrived is handled. If `work` fails for several requests, it is called again for
 * each of them alone, so it must be repeatable. While the database is unavailable, nothing is repeated: all of them get
 * the error.
 */
export function inOneTurn<Request, Answer>(
  work: (requests: readonly Request[]) => Promise<readonly Answer[]>,
): (request: Request) => Promise<Answer> {
  let turn: { readonly requests: Request[]; readonly answers: Promise<readonly Answer[]> } | undefined;

  function begin() {
    const requests: Request[] = [];
    const ended = new Promise<void>((resolve) => setImmediate(resolve));
    const answers = ended.then(() => {
      turn = undefined;
      return work(requests);
    });
    return { requests, answers };
  }

  return async (request) => {
    turn ??= begin();
    const { requests, answers } = turn;
    const index = requests.push(request) - 1;
    try {
      return (await answers)[index]!;
    } catch (error) {
      if (requests.length === 1 || isOutage(error)) throw error;
      return (await work([request]))[0]!;
    }
  };
}
