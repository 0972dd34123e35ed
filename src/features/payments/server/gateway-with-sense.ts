import { type GatewayNews, nonsenseIn, type PaymentGateway } from './gateway.ts';

/**
 * The gateway, whose nonsense is no news, whatever its adapter lets through: as a callback it is refused, and as an answer the
 * call has failed.
 */
export function withSense(gateway: PaymentGateway): PaymentGateway {
  const sound = (news: GatewayNews): GatewayNews => {
    const nonsense = nonsenseIn(news);
    if (nonsense) throw new Error(`The gateway ${gateway.name} tells nonsense (${nonsense})`);
    return news;
  };
  return {
    name: gateway.name,
    formOrigins: gateway.formOrigins,
    start: (request, now) => gateway.start(request, now),
    status: async (attempt, now) => sound(await gateway.status(attempt, now)),
    close: async (attempt, now) => sound(await gateway.close(attempt, now)),
    readCallback(body, headers, now) {
      const reading = gateway.readCallback(body, headers, now);
      const nonsense = reading.ok && nonsenseIn(reading.callback.news);
      return nonsense ? { ok: false, reason: `nonsense (${nonsense})` } : reading;
    },
  };
}
