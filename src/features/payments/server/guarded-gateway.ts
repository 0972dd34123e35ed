import type { PaymentGateway } from './gateway.ts';
import type { GatewayContacts } from './gateway-contacts.ts';
import type { StatusUpdate } from './gateway-facts.ts';
import { firstImplausible, implausibleUpdate } from './plausible-facts.ts';

/** Gateway calls time out after this. */
const TIMEOUT_MS = 10_000;

/** Nobody knows whether the gateway carried out the call. */
class GatewayTimeout extends Error {}

/**
 * Makes every call of a gateway time out, even if its adapter ignores the signal, and throws on impossible answers.
 * `contacts` is notified of every call that was answered or failed.
 */
export function guardedGateway(
  gateway: PaymentGateway,
  answerWithinMs: number = TIMEOUT_MS,
  contacts?: GatewayContacts,
): PaymentGateway {
  const timed = async <T>(what: string, now: Date, call: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    try {
      const answer = await withinTime(what, call);
      await contacts?.answered(gateway.name, now);
      return answer;
    } catch (error) {
      await contacts?.failed(gateway.name, now);
      throw error;
    }
  };
  const withinTime = async <T>(what: string, call: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const aborter = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        const error = new GatewayTimeout(`The gateway ${gateway.name} did not answer (${what})`);
        reject(error);
        aborter.abort(error);
      }, answerWithinMs);
    });
    try {
      return await Promise.race([call(aborter.signal), timeout]);
    } finally {
      clearTimeout(timer);
    }
  };
  const plausible = <T>(answer: T, field: string | null): T => {
    if (field) throw new Error(`The gateway ${gateway.name} sent an impossible answer (${field})`);
    return answer;
  };
  const update = async (answer: Promise<StatusUpdate>): Promise<StatusUpdate> => {
    const known = await answer;
    return plausible(known, implausibleUpdate(known));
  };
  const { charge, forget, listMessages, resume } = gateway;
  return {
    name: gateway.name,
    formOrigins: gateway.formOrigins,
    can: gateway.can,
    whyNotStart: (payment) => gateway.whyNotStart(payment),
    start: (request, now) => timed('start', now, (signal) => gateway.start(request, now, signal)),
    status: (attempt, now) => timed('status', now, (signal) => update(gateway.status(attempt, now, signal))),
    close: (attempt, now) => timed('close', now, (signal) => update(gateway.close(attempt, now, signal))),
    ...(resume && {
      resume: (attempt, now) => timed('resume', now, (signal) => resume.call(gateway, attempt, now, signal)),
    }),
    refund: (request, now) => timed('refund', now, (signal) => gateway.refund(request, now, signal)),
    refundStatus: (refund, now) => timed('refund status', now, (signal) => gateway.refundStatus(refund, now, signal)),
    ...(charge && {
      charge: (request, now) =>
        timed('charge', now, async (signal) => {
          const answer = await charge.call(gateway, request, now, signal);
          return answer.status === 'paid' ? plausible(answer, implausibleUpdate(answer)) : answer;
        }),
    }),
    ...(forget && {
      forget: (method, now) => timed('forget', now, (signal) => forget.call(gateway, method, now, signal)),
    }),
    // Makes no request. The callback's route refuses impossible facts.
    readCallback: gateway.readCallback.bind(gateway),
    inquire: (inquiry, now) =>
      timed('inquire', now, async (signal) => {
        const facts = await gateway.inquire(inquiry, now, signal);
        return plausible(facts, firstImplausible(facts));
      }),
    ...(listMessages && {
      listMessages: (place, now) =>
        timed('messages', now, async (signal) => {
          const page = await listMessages.call(gateway, place, now, signal);
          const messages = page.messages.filter(({ facts }) => firstImplausible(facts) === null);
          return { ...page, messages };
        }),
    }),
    check: (currency, callbackUrl, now) =>
      timed('check', now, (signal) => gateway.check(currency, callbackUrl, now, signal)),
  };
}
