import { afterAll, beforeAll, expect } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import type { InvoiceContent } from '#features/invoices/domain/invoice-content.ts';
import type { Order } from '#features/orders/contract.ts';
import { order, orderNow, payNext, purchase } from './purchase.ts';
import { givenShopApp, type ShopApp } from './shop-app.ts';

export let app: ShopApp;
export let token: string;

export type Placed = Pick<Order, 'code' | 'checksum'>;

interface Request {
  items: readonly string[];
  voucher?: string;
}

export const place = async ({ items, voucher }: Request): Promise<Placed> =>
  (await order(app, token, items, voucher ?? null)).order;
export const placeAndPay = ({ items, voucher }: Request): Promise<Placed> =>
  purchase(app, token, items, voucher ?? null);
export const pay = ({ code }: Placed) => payNext(app, token, code);

export const documentsOf = ({ code }: Placed) =>
  app.db.rows<{ code: string; content: InvoiceContent }>(
    `select d.code, d.content from invoices d join orders o on o.id = d.order_id where o.code = $1 order by d.id`,
    [code],
  );

export const seenOrder = ({ code }: Placed) => orderNow(app, token, code);

/** Opens a shop whose orders get invoices. Called once, at the top of a test file; fills the variables above. */
export function givenInvoiceShop(): void {
  beforeAll(async () => {
    app = await givenShopApp();
    token = await app.login();
  });
  afterAll(async () => {
    expect((await auditShop(app.db, app.clock.now())).findings).toEqual([]);
    await app.close();
  });
}
