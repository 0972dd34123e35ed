import { actions } from './actions.ts';
import {
  beginPlanWithCard,
  makeFile,
  makePaidOrder,
  newestIn,
  type OfficeShop,
  placeByTransfer,
  receiveStrayMoney,
  requestRefund,
  statementOf,
} from './situations.ts';

/** Returns a request for every call that only reads, in a shop with something to read. */
export async function readings(shop: OfficeShop): Promise<Readonly<Record<string, object>>> {
  const { app, owner } = shop;
  const order = await makePaidOrder(shop);
  const { code } = order;
  await beginPlanWithCard(shop);
  const receipt = await receiveStrayMoney(shop, 1_234);
  const { file } = await makeFile(shop);
  const refund = await requestRefund(shop, await makePaidOrder(shop));
  await app.settle();
  const mail = await newestIn(owner, code, 'mail');
  const number = (await app.db.row<{ code: string }>('select code from invoices limit 1'))!.code;
  const waiting = await placeByTransfer(shop);
  const customer = (await app.db.row<{ id: number }>('select customer_id as id from orders where code = $1', [code]))!
    .id;
  const request = { filter: { view: 'all', text: '' }, chosen: [waiting.code] };
  const { fingerprint, at } = await owner.browser.done('orders-bulk-mail', request);
  const { run } = await owner.browser.done('orders-bulk-mail', { ...request, fingerprint, at });
  const { cancellation } = (await actions['cancellation-retry']!.given(shop)).body as { cancellation: number };
  const list = { filter: {}, after: null };
  const counts = { filters: [{}] };
  const statement = await owner.browser.done('statement-read', statementOf([{ amount: '12.34', text: 'no order' }]));
  const days = { from: '2026-01-01', until: '2026-12-31' };
  const day = { day: '2026-11-20', page_size: 50 };
  return {
    'audit-list': {},
    'books-list': {},
    'books-preview': { month: '2026-11' },
    'cancellation-open': { cancellation },
    'bulk-run': { run },
    'bulk-runs': {},
    health: {},
    'health-check': {},
    'held-list': { item: '' },
    inbox: {},
    'inbox-done': {},
    'invoice-file': { number },
    'invoices-count': counts,
    'invoices-list': list,
    'mails-count': counts,
    'mails-list': list,
    me: {},
    'money-of-day': { ...day, way: 'in' },
    'new-order-choices': {},
    'new-order-customer': { id: customer },
    'order-mail': { code, mail },
    'order-mails': { code },
    'order-open': { code },
    'order-timeline': { code },
    'orders-count': counts,
    'orders-list': list,
    'payment-to-record': { reference: code },
    'people-count': counts,
    'people-list': list,
    'plan-parts': { due: 'in_30_days', page_size: 50 },
    'plans-count': counts,
    'plans-list': list,
    'receipt-open': { receipt },
    'receipts-count': counts,
    'receipts-list': list,
    'refund-account-form': { code: refund },
    'refund-to-create': { code },
    'refund-to-decide': { code: refund },
    'refunds-count': counts,
    'refunds-list': list,
    'report-departures': days,
    'report-liability': {},
    'report-liability-rows': { kind: 'refunds', page_size: 50 },
    'report-money': { ...days, by: 'month' },
    'report-money-rows': { ...days, column: 'in', page_size: 50 },
    'report-receivables': { by: 'age' },
    'report-receivables-rows': { by: 'age', page_size: 50 },
    'report-sales': { ...days, by: 'month' },
    'report-sales-rows': { ...days, page_size: 50 },
    'report-tax': days,
    'report-tax-rows': { ...days, page_size: 50 },
    'report-vouchers': days,
    'sales-of-day': day,
    search: { text: code },
    session: {},
    'staff-list': {},
    'staff-person': { id: owner.id },
    'statement-columns': {
      files: [{ name: 'bank.csv', content: Buffer.from('Datum;Betrag;Text\n20.11.2026;76,00;x').toString('base64') }],
      ...{ file: 'bank.csv', form: null, meaning: null },
    },
    'statement-import': { import: statement.import },
    'statement-imports': {},
    'ticket-to-change': { order: code, position: 1 },
    'tickets-count': counts,
    'tickets-list': list,
    today: {},
    'transfer-file': { file },
    'transfer-files': {},
    'views-list': { list: '/orders' },
    'waiting-rooms': {},
  };
}
