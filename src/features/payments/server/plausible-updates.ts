import { implausibleField, type PaymentGateway, type StatusUpdate } from './gateway.ts';

/** Refuses the callback, or lets the query fail. */
export function withPlausibleUpdates(gateway: PaymentGateway): PaymentGateway {
  const checked = (update: StatusUpdate): StatusUpdate => {
    const field = implausibleField(update);
    if (field) throw new Error(`The gateway ${gateway.name} tells nonsense (${field})`);
    return update;
  };
  return {
    name: gateway.name,
    formOrigins: gateway.formOrigins,
    start: (request, now) => gateway.start(request, now),
    status: async (attempt, now) => checked(await gateway.status(attempt, now)),
    close: async (attempt, now) => checked(await gateway.close(attempt, now)),
    readCallback(body, headers, now) {
      const reading = gateway.readCallback(body, headers, now);
      const field = reading.ok && implausibleField(reading.callback.update);
      return field ? { ok: false, reason: `nonsense (${field})` } : reading;
    },
  };
}
