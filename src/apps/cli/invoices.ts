import type { InvoiceRow, Series } from '#features/invoices/domain/invoice-content.ts';
import { documentByCode, invoiceFile, type ListedDocument, listDocuments } from '#features/invoices/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { formatMoney } from '#kernel/money.ts';
import { openShopFiles } from '#platform/files/shop-files.ts';
import { type Command, print, printRefusal } from './command.ts';
import { jsonText } from './json.ts';
import { writePrivateFile } from './private-file.ts';
import { plain, tableText } from './table.ts';
import { dayText } from './values.ts';
import { withOperator } from './with-operator.ts';
import { oneOf, readWords, wholeNumber } from './words.ts';

const SERIES = ['invoice', 'advance', 'credit_note'] as const satisfies readonly Series[];

const listCommand: Command = {
  name: 'invoices list',
  takes: '[--year YEAR] [--series SERIES] [--json]',
  does: 'List invoices and credit notes, newest first.',
  options: [
    ['--year YEAR', 'Only documents from this year.'],
    ['--series SERIES', `Only one kind: ${SERIES.join(' or ')}.`],
    ['--limit NUMBER', 'The maximum number to list. Default: 100.'],
    ['--json', 'Everything on them as JSON, amounts in minor units.'],
  ],
  async run(words) {
    const { values } = readWords(words, {
      options: {
        year: { type: 'string' },
        series: { type: 'string' },
        limit: { type: 'string' },
        json: { type: 'boolean' },
      },
      takes: [],
    });
    const year = wholeNumber(values.year, '--year', { min: 2000, max: 9999 }) ?? null;
    const series = oneOf(values.series, SERIES, '--series') ?? null;
    const limit = wholeNumber(values.limit, '--limit', { max: 100_000 }) ?? 100;
    return await withOperator(undefined, async ({ db, shop }) => {
      const documents = await listDocuments(db, { year, series, limit });
      if (values.json) print(jsonText(documents.map(({ content }) => content)));
      else if (documents.length === 0) print('No invoices.');
      else print(listText(documents, shop));
      if (!values.json && documents.length === limit) print(`\nShowing the newest ${limit}; use --limit for more.`);
      return 0;
    });
  },
};

function listText(documents: readonly ListedDocument[], shop: Shop): string {
  const rows = documents.map(({ code, issuedAt, orderCode, content }) => [
    code,
    dayText(issuedAt, shop),
    orderCode,
    formatMoney(
      content.rates.reduce((all, { tax }) => all + tax, 0),
      content,
    ),
    formatMoney(content.total, content),
    plain(content.buyer.lines[0] ?? ''),
    content.corrects ? `corrects ${content.corrects.code}` : '',
  ]);
  return tableText([['number', 'date', 'order', 'tax', 'total', 'buyer', ''], ...rows], [3, 4]);
}

const showCommand: Command = {
  name: 'invoices show',
  takes: '<number> [--pdf FILE] [--json]',
  does: 'Show one invoice or credit note, or save it as a PDF.',
  options: [
    ['--pdf FILE', 'Where to save the PDF.'],
    ['--json', 'Everything on it as JSON, amounts in minor units.'],
  ],
  async run(words) {
    const { values, positionals } = readWords(words, {
      options: { pdf: { type: 'string' }, json: { type: 'boolean' } },
      takes: ['The number'],
    });
    return await withOperator(undefined, async ({ db, shop, config }) => {
      const code = positionals[0]!.trim().toUpperCase();
      const document = await documentByCode(db, code);
      if (!document) return printRefusal(`There is no invoice or credit note "${plain(code)}".`);
      if (values.pdf !== undefined) {
        const files = openShopFiles({ db, dataDir: config.dataDir, maxBytes: config.imageCacheBytes });
        const parts = { loadShop: async () => shop, files };
        await writePrivateFile(values.pdf, (await invoiceFile(parts, document.content)).content);
        print(`Written to ${values.pdf}.`);
      } else print(values.json ? jsonText(document.content) : documentText(document, shop));
      return 0;
    });
  },
};

const TITLES: Readonly<Record<Series, string>> = {
  invoice: 'Invoice',
  advance: 'Invoice for a payment on account',
  credit_note: 'Credit note',
};

function documentText({ code, issuedAt, orderCode, content }: ListedDocument, shop: Shop): string {
  const money = (amount: number) => formatMoney(amount, content);
  const row = ({ quantity, description, taxBasisPoints, amount }: InvoiceRow) => [
    `${quantity} x`,
    plain(description),
    `${taxBasisPoints / 100}%`,
    money(amount),
  ];
  const rates = content.rates.map(({ rate, net, tax, gross }) => [`${rate}%`, money(net), money(tax), money(gross)]);
  return [
    `${TITLES[content.series]} ${code} of ${dayText(issuedAt, shop)}, order ${orderCode}`,
    ...(content.corrects ? [`Corrects ${content.corrects.code}: ${content.corrects.reason}`] : []),
    plain(content.buyer.lines.join(', ')),
    '',
    tableText(content.rows.map(row), [0, 2, 3]),
    '',
    tableText([['rate', 'net', 'tax', 'gross'], ...rates], [1, 2, 3]),
    `Total ${money(content.total)}`,
    ...(content.advances ?? []).map(({ code: advance, total }) => `Less ${advance}, paid on account: ${money(total)}`),
  ].join('\n');
}

export const invoiceCommands: readonly Command[] = [listCommand, showCommand];
