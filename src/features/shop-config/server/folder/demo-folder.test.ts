import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type ResolvedShop, resolveShopFolder } from '../resolve/resolve-shop-folder.ts';
import { readShopFolder } from './read-shop-folder.ts';

const DEMO = path.resolve('demo');

async function demo(): Promise<ResolvedShop> {
  const { folder, mistakes } = await readShopFolder(DEMO);
  const resolved = await resolveShopFolder(folder!, { year: 2027, month: 7, day: 22 });
  expect([...mistakes, ...resolved.mistakes, ...resolved.warnings]).toEqual([]);
  return resolved.shop;
}

test('the demo shop has no mistakes, and sells exactly these items', async () => {
  const { items, vouchers, config } = await demo();
  expect(
    items.map((item) => [item.externalCode, item.type, item.price, item.fee, item.taxBasisPoints, item.capacity]),
  ).toEqual([
    ['sandlark-pass', 'ticket', 18_900, 950, 900, 420],
    ['sandlark-pass-plan', 'ticket', 18_900, 950, 900, 160],
    ['saturday', 'ticket', 7_200, 400, 900, 85],
    ['sunday', 'ticket', 6_400, 400, 900, 0],
    ['under-16-pass', 'ticket', 6_500, 350, 900, null],
    ['dune-camping', 'addon', 3_800, 200, 2_100, 240],
    ['lark-lodge', 'addon', 24_000, 1_200, 2_100, 6],
    ['coach-amsterdam', 'transport', 4_200, 250, 900, 27],
    ['coach-brussels', 'transport', 4_900, 250, 900, 31],
    ['coach-cologne', 'transport', 5_200, 250, 900, 44],
    ['lark-tee-s', 'apparel', 2_800, 0, 2_100, 14],
    ['lark-tee-m', 'apparel', 2_800, 0, 2_100, 40],
    ['lark-tee-l', 'apparel', 2_800, 0, 2_100, 0],
    ['poster-a2', 'print', 2_200, 0, 2_100, null],
  ]);
  expect(items.filter((item) => item.details.isFeatured).map((item) => item.externalCode)).toEqual([
    'sandlark-pass',
    'sandlark-pass-plan',
    'dune-camping',
    'coach-amsterdam',
    'lark-tee-m',
  ]);
  expect(items.filter((item) => item.details.forceView).map((item) => item.externalCode)).toEqual([
    'under-16-pass',
    'lark-lodge',
  ]);
  expect(items.every((item) => item.details.images.length > 0)).toBe(true);
  expect(vouchers.map((voucher) => [voucher.code, voucher.amount])).toEqual([
    ['LARK20', 2_000],
    ['FULLHOUSE', 60_000],
  ]);
  expect(config.public.texts.heroLine).toBe('Sandlark Festival · 22 to 25 July 2027 · Larkduin Beach Park');
});

test('customers of the demo pay into the account that its refunds are paid from', async () => {
  const { config } = await demo();
  expect(config.public.shopPaymentBankTransferAccount).toEqual({
    payee: 'Stichting Sandlark',
    iban: config.private.payer!.bankIban,
    bic: config.private.payer!.bankBic,
    bank: null,
  });
  const pages = path.join(DEMO, 'pages');
  for (const page of await readdir(pages)) expect(await readFile(path.join(pages, page), 'utf8')).not.toContain('IBAN');
});

test('the demo ships to every country of the European Union and to no other', async () => {
  const { config } = await demo();
  const rates = config.private.shippingRates;
  const union = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');
  expect(Object.keys(rates).sort()).toEqual(union);
  expect([rates.NL!.price, rates.BE!.price, rates.DE!.price, rates.FR!.price]).toEqual([650, 950, 950, 1_450]);
  expect(config.public.countries.map(({ code }) => code)).toEqual(
    expect.arrayContaining([...union, 'GB', 'CH', 'US', 'NO']),
  );
});

test('the coaches leave at exactly these times', async () => {
  const { items } = await demo();
  const coach = (code: string) => items.find((item) => item.externalCode === code)!;
  const times = (code: string) =>
    coach(code).departures.map(({ departsAt, capacity }) => [departsAt.toISOString(), capacity]);
  expect(times('coach-amsterdam')).toEqual([
    ['2027-07-22T07:30:00.000Z', 24],
    ['2027-07-22T11:00:00.000Z', 3],
    ['2027-07-22T14:30:00.000Z', 0],
    ['2027-07-23T08:00:00.000Z', null],
  ]);
  expect(times('coach-cologne')).toEqual([
    ['2027-07-22T06:00:00.000Z', 20],
    ['2027-07-22T10:30:00.000Z', 24],
    ['2027-07-23T05:30:00.000Z', 0],
  ]);
  expect(coach('coach-brussels')).toMatchObject({
    travelTimeType: 'fixed',
    travelTime: new Date('2027-07-22T08:15:00.000Z'),
  });
});
