import type { PaymentGateway } from './gateway.ts';

/** Gateway calls time out after this. */
const ANSWER_WITHIN_MS = 10_000;

/** Whether the gateway carried out the call is unknown. */
class GatewayTimeout extends Error {}

/** Makes every call of a gateway time out, even if its adapter forgets to. */
export function withTimeout(gateway: PaymentGateway, answerWithinMs: number = ANSWER_WITHIN_MS): PaymentGateway {
  const timed = async <T>(what: string, call: () => Promise<T>): Promise<T> => {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new GatewayTimeout(`The gateway ${gateway.name} did not answer (${what})`)),
        answerWithinMs,
      );
    });
    try {
      return await Promise.race([call(), timeout]);
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    name: gateway.name,
    formOrigins: gateway.formOrigins,
    start: (request, now) => timed('start', () => gateway.start(request, now)),
    status: (attempt, now) => timed('status', () => gateway.status(attempt, now)),
    close: (attempt, now) => timed('close', () => gateway.close(attempt, now)),
    readCallback: (body, headers, now) => gateway.readCallback(body, headers, now),
  };
}
