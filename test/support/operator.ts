import { type OrderParts, orderParts } from '#apps/server/order-parts.ts';
import type { OperatorOrderParts, TransferParts } from '#features/desk/server/public.ts';
import { sandboxOnly } from '#features/payments/server/open-gateways.ts';
import type { Config } from '#platform/config/config.ts';
import type { ShopApp } from './shop-app.ts';

export interface Operator {
  readonly parts: OrderParts;
  readonly transfers: TransferParts;
  readonly orders: OperatorOrderParts;
}

/** Returns the dependencies of the operator's use cases, composed as in the application. */
export function operatorOf(app: Pick<ShopApp, 'db' | 'url'>): Operator {
  const config = {
    secretKey: Buffer.alloc(32, 7),
    olderSecretKeys: [],
    sandboxFlow: 'redirect',
    shopUrl: app.url,
    shopUrlIsDefault: false,
  } as Partial<Config> as Config;
  const parts = orderParts({ config, db: app.db, gateways: sandboxOnly(config, app.db) });
  return {
    parts,
    transfers: { db: app.db, money: parts.money, currency: 'EUR' },
    orders: { ...parts, db: app.db },
  };
}
