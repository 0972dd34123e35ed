import type { PaymentGateway } from './gateway.ts';

/** The configured gateways. An attempt, a refund and a dispute stay with the gateway they began with. */
export interface Gateways {
  readonly forNewPayments: PaymentGateway;
  readonly all: readonly PaymentGateway[];
  named(name: string): PaymentGateway | undefined;
  /** Throws if the gateway is not configured. */
  of(attempt: { readonly gateway: string }): PaymentGateway;
}

/** New payments go to the first of these gateways. */
export function gatewaysOf(all: readonly [PaymentGateway, ...PaymentGateway[]]): Gateways {
  const named = (name: string) => all.find((gateway) => gateway.name === name);
  return {
    forNewPayments: all[0],
    all,
    named,
    of({ gateway: name }) {
      const gateway = named(name);
      if (!gateway) throw new Error(`The gateway ${name} is not configured (PAYMENT_GATEWAYS)`);
      return gateway;
    },
  };
}
