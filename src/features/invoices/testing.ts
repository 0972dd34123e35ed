import type { InvoiceContent, InvoiceRow } from './domain/invoice-content.ts';

const ticketRow: InvoiceRow = {
  kind: 'item',
  description: 'Festival Pass, four days',
  details: ['Sandlark 2027, Thursday 22 July 2027 – Sunday 25 July 2027', 'Booking fee of €9.50 included'],
  quantity: 2,
  unitPrice: 19_850,
  taxBasisPoints: 900,
  amount: 39_700,
};

/** An invoice of two passes and a shirt with shipping and a discount. */
export const anInvoiceContent = (over: Partial<InvoiceContent> = {}): InvoiceContent => ({
  form: 1,
  series: 'invoice',
  code: '2026-00042',
  issuedAt: '2026-11-20T10:00:00.000Z',
  locale: 'en-GB',
  timezone: 'Europe/Amsterdam',
  currency: 'EUR',
  currencyDigits: 2,
  seller: {
    lines: ['Stichting Sandlark', 'Zandpad 1', '4399 ZZ Noorderzand', 'Netherlands'],
    email: 'hello@sandlark.example',
    vatNumber: 'NL000000000B00',
    registrationNumber: 'KvK 00000000',
    note: null,
  },
  buyer: {
    lines: ['Mila Okonkwo', 'Zandpad 12', '4325 AB Noorderzand', 'Netherlands'],
    email: 'mila@example.org',
  },
  order: {
    code: 'SLK-2H9C4T',
    receivedAt: '2026-11-20T09:58:00.000Z',
    channel: 'Web shop',
    paymentMethod: 'Credit card',
  },
  corrects: null,
  rows: [
    ticketRow,
    {
      ...ticketRow,
      description: 'Lark tee, size M',
      details: [],
      quantity: 1,
      unitPrice: 2_800,
      taxBasisPoints: 2_100,
      amount: 2_800,
    },
    {
      ...ticketRow,
      kind: 'shipping',
      description: 'Post within the Netherlands',
      details: [],
      quantity: 1,
      unitPrice: 650,
      taxBasisPoints: 2_100,
      amount: 650,
    },
    {
      ...ticketRow,
      kind: 'discount',
      description: 'Discount: LARK20',
      details: [],
      quantity: 1,
      unitPrice: -2_000,
      amount: -2_000,
    },
  ],
  rates: [
    { rate: '9', taxBasisPoints: 900, net: 34_587, tax: 3_113, gross: 37_700 },
    { rate: '21', taxBasisPoints: 2_100, net: 2_851, tax: 599, gross: 3_450 },
  ],
  total: 41_150,
  payments: [{ reference: 'SLK-2H9C4T-1', paidAt: '2026-11-20T10:00:00.000Z', amount: 41_150 }],
  ...over,
});
