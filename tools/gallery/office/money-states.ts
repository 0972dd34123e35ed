import type { Page } from 'playwright-core';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { type CamtEntry, camtOf } from '#features/bank-statements/testing.ts';
import type { OfficeState } from './office-state.ts';
import { answering, atLength, changing, holding, refusing, STEP_UP, together } from './stand-ins.ts';
import { choose, fill, inOrder, press, tick, until } from './steps.ts';

const FAILED = { status: 500, message: 'Something went wrong on our side. Please try again.' };

const statements = '/office/money/statements';
const entries: readonly CamtEntry[] = [
  { amount: '152.00', text: 'SLK-3B8TKN', name: 'M. Okonkwo', reference: 'B1' },
  { amount: '76.00', text: 'SLK-TERM-1', name: 'M. Okonkwo', reference: 'B2' },
  { amount: '20.00', text: 'rest SLK PART', name: 'M. Okonkwo', reference: 'B3' },
  { amount: '48.00', text: 'festival pas', name: 'M. Okonkwo', reference: 'B4' },
  { amount: '25.00', text: 'donation?', name: 'Rotary Noorderzand', reference: 'B5' },
  { amount: '-12.40', text: 'fees November', name: 'Bank', reference: 'B6' },
];
const choosing =
  (name: string, content: string) =>
  (page: Page): Promise<void> =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/xml', buffer: Buffer.from(content) });
const reading = choosing('statement-2026-11.xml', camtOf(entries));
const csv = [
  'Kontonummer;NL85 LARK 0123 4567 89',
  '',
  'Buchungstag;Valuta;Auftraggeber;IBAN;Verwendungszweck;Betrag;Währung;Saldo',
  '20.11.2026;20.11.2026;M. Okonkwo;NL91ABNA0417164300;SLK-3B8TKN;152,00;EUR;2.152,00',
  '20.11.2026;20.11.2026;Rotary Noorderzand;;donation?;25,00;EUR;2.177,00',
  '19.11.2026;19.11.2026;Bank;;fees November;-12,40;EUR;2.164,60',
  '19.11.2026;19.11.2026;L. Moreau;;SLK-9F7WMR;76,0O;EUR;2.240,60',
].join('\n');
const readingCsv = inOrder(choosing('umsaetze-2026-11.csv', csv), until('Preview'));
const readingWords = inOrder(
  choosing(
    'omschrijving.csv',
    [
      'Boekdatum;Naam;Mededeling;Bedrag;Bij of af',
      '20.11.2026;M. Okonkwo;SLK-3B8TKN;152,00;Bij',
      '20.11.2026;Bank;fees November;12,40;Af',
      '19.11.2026;L. Moreau;SLK-9F7WMR;76,00;Storno',
    ].join('\n'),
  ),
  until('Dates look like'),
  choose('Meaning of Mededeling', 'text'),
  choose('Meaning of Naam', 'name'),
  choose('Meaning of Bij of af', 'direction'),
  choose('Means money out', 'Af'),
  choose('Means money in', 'Bij'),
  until(/means neither money in nor money out/),
);
const opened = inOrder(reading, until('Certain'));
const checked = inOrder(opened, until('What will happen'));
const other = inOrder(choosing('other.xml', camtOf(entries, 'DE89370400440532013000')), until('Cannot be booked'));

/** Shows the outcome of each line, as if somebody had booked or ignored it. */
const worked = changing('statement-import', (answer) => ({
  ...answer,
  can_discard: false,
  lines: answer.lines.map((line, index) => {
    const at = '2026-11-20T10:00:00Z';
    const result = { at, by: 'Joris Hendriks', reason: '', orders: [], refunds: [], payout: null, waiting: [] };
    if (index === 0)
      return {
        ...line,
        group: 'done' as const,
        result: { ...result, outcome: 'booked' as const, orders: ['SLK-3B8TKN'], can_undo: true },
      };
    if (index === 3)
      return {
        ...line,
        group: 'done' as const,
        result: { ...result, outcome: 'without_order' as const, waiting: [17], can_undo: true },
      };
    if (index === 4)
      return {
        ...line,
        group: 'ignored' as const,
        result: { ...result, outcome: 'ignored' as const, reason: 'A donation to the association.', can_undo: true },
      };
    return line;
  }),
}));

/** Chooses all requests of the list. */
const allRequests = tick('Select all shown');
const approving = inOrder(allRequests, press('Approve…'));
const declining = inOrder(allRequests, press('Decline…'));

/** Opens a refund file, counted from the newest, and presses a button there. */
const openFile = (place: number, pressed?: string) => async (page: Page) => {
  await page
    .getByRole('link', { name: /REFUNDS/ })
    .nth(place)
    .click();
  await page.getByText('File made').waitFor();
  if (pressed) await page.getByRole('button', { name: pressed }).first().click();
};

const files = '/office/money/refund-files';
const noCredits = (answer: OfficeAnswer<'transfer-files'>): OfficeAnswer<'transfer-files'> => ({
  next: { ...answer.next, credits: [], total: 0, left_out: [], waiting: 0, problem: null },
  files: [],
});
const accounts = (answer: OfficeAnswer<'transfer-files'>): OfficeAnswer<'refund-accounts'> => ({
  accounts: answer.next.credits.map(({ code, owner }) => ({
    code,
    owner,
    country: 'NL',
    bank: 'Larkbank',
    iban: 'NL85LARK0123456789',
    bic: 'LARKNL2A',
    account: '',
  })),
});

/** Statements, receipts, refunds, files for the bank, instalments and invoices. */
export const moneyStates: readonly OfficeState[] = [
  { name: 'statements', at: statements, sees: 'Choose files or drop them here' },
  {
    name: 'statements/reading',
    at: statements,
    before: holding('statement-read'),
    act: choosing('a.xml', camtOf(entries)),
    sees: 'Reading the files',
  },
  {
    name: 'statements/none',
    at: statements,
    before: changing('statement-imports', (answer) => ({ ...answer, imports: [], next: null })),
    sees: 'No statements yet',
  },
  {
    name: 'statements/unreadable',
    at: statements,
    act: choosing('holiday.xml', '<html>no statement</html>'),
    sees: /holiday\.xml|could not|not a/,
  },
  {
    name: 'statements/reading failed',
    at: statements,
    before: refusing('statement-read', FAILED),
    act: choosing('a.xml', camtOf(entries)),
    sees: /went wrong/,
  },
  { name: 'statements/columns', at: statements, act: readingCsv, sees: 'What do the columns mean?' },
  {
    name: 'statements/columns, file',
    at: statements,
    act: inOrder(readingCsv, (page) => page.getByText('Columns or letters look wrong').click()),
    sees: 'Row with the headings',
  },
  {
    name: 'statements/columns, none for the amount',
    at: statements,
    act: inOrder(readingCsv, choose('Meaning of Betrag', '')),
    sees: /Choose the column with the amount/,
  },
  {
    name: 'statements/columns, a word for neither in nor out',
    at: statements,
    act: readingWords,
    sees: /means neither money in nor money out/,
  },
  {
    name: 'statements/columns failed',
    at: statements,
    before: refusing('statement-columns', FAILED),
    act: choosing('umsaetze-2026-11.csv', csv),
    sees: 'The file could not be read',
  },
  { name: 'statement', at: statements, act: checked, sees: 'What will happen' },
  { name: 'statement/checking', at: statements, before: holding('statement-book'), act: opened, sees: /Checking/ },
  {
    name: 'statement/long texts',
    at: statements,
    before: changing('statement-import', (answer) => ({
      ...answer,
      lines: answer.lines.map((line) => ({
        ...line,
        party: 'Mila Josephine Okonkwo-van den Oudezijds Achterburgwal',
        text: 'BETREFT FESTIVAL PAS EN BUS VOOR MILA EN NOOR REFERENTIE NIET BEKEND GRAAG BEVESTIGEN AAN ONDERGETEKENDE',
      })),
    })),
    act: checked,
    sees: 'Certain',
  },
  { name: 'statement/other account', at: statements, act: other, sees: 'Not your account' },
  {
    name: 'statement/look for an order',
    at: statements,
    act: inOrder(checked, press('Search…'), fill('Order, payment reference, name or email', 'SLK-3B8TKN')),
    sees: /has been paid/,
  },
  {
    name: 'statement/ignore a line',
    at: statements,
    act: inOrder(checked, press('Ignore…'), fill('Reason', 'A donation.')),
    sees: 'Nothing is booked.',
  },
  {
    name: 'statement/booking',
    at: statements,
    act: inOrder(checked, holding('statement-book'), press(/^Book \d/)),
    sees: /done/,
  },
  { name: 'statement/booked', at: statements, before: worked, act: reading, sees: 'A donation to the association.' },
  {
    name: 'statement/undo a line',
    at: statements,
    before: together(
      worked,
      refusing('statement-undo', {
        status: 409,
        message: 'The order has a refund, so its payments can no longer be undone.',
      }),
    ),
    act: inOrder(reading, until('A donation to the association.'), press(/^Undo/)),
    sees: /can no longer be undone/,
  },
  {
    name: 'statement/booking broke off',
    at: statements,
    act: inOrder(checked, refusing('statement-book', FAILED), press(/^Book \d/)),
    sees: /went wrong/,
  },

  { name: 'receipts', at: '/office/money/receipts', sees: 'SLK-2H9CRW' },
  { name: 'receipts/no match', at: '/office/money/receipts?q=zzzzzz', sees: 'No matching receipts' },
  { name: 'receipts/not fully booked', at: '/office/money/receipts?view=open', sees: /receipts|SLK-/ },
  {
    name: 'receipts/long texts',
    at: '/office/money/receipts',
    before: changing('receipts-list', atLength),
    sees: /van den Oudezijds/,
  },

  { name: 'refunds', at: '/office/money/refunds', sees: /SLK-.*-R1/ },
  { name: 'refunds/of all states', at: '/office/money/refunds?view=all', sees: /SLK-.*-R1/ },
  {
    name: 'refunds/none waits',
    at: '/office/money/refunds',
    before: changing('refunds-list', (answer) => ({ ...answer, rows: [], count: 0, total: 0, next: null })),
    sees: 'No refunds are waiting for a decision',
  },
  {
    name: 'refunds/long texts',
    at: '/office/money/refunds',
    before: changing('refunds-list', atLength),
    sees: /van den Oudezijds/,
  },
  { name: 'refunds/selected', at: '/office/money/refunds', act: allRequests, sees: /selected/ },
  { name: 'refunds/approve', at: '/office/money/refunds', act: approving, sees: /go into the next refund file/ },
  {
    name: 'refunds/approve, one left out',
    at: '/office/money/refunds',
    before: changing('refunds-start', (answer) => ({
      ...answer,
      rows: answer.rows.map((row, index) =>
        index === 0 ? { ...row, refusal: 'The order has a problem that must be settled first.' } : row,
      ),
    })),
    act: approving,
    sees: 'Left out',
  },
  {
    name: 'refunds/decline',
    at: '/office/money/refunds',
    act: inOrder(declining, fill('Reason', 'The coach has left.')),
    sees: /will be sent/,
  },
  { name: 'refunds/support', at: '/office/money/refunds', staff: 'noor', sees: /SLK-.*-R1/ },

  { name: 'refund files', at: files, sees: 'Earlier files' },
  {
    name: 'refund files/none waits',
    at: files,
    before: changing('transfer-files', noCredits),
    sees: 'No refund waits for a file',
  },
  {
    name: 'refund files/left out',
    at: files,
    before: changing('transfer-files', (answer) => ({
      ...answer,
      next: {
        ...answer.next,
        needs_approval: true,
        balance: { amount: 6_004_275, day: '2026-11-20' },
        waiting: 3,
        credits: answer.next.credits.map((one) => ({ ...one, sent_as: 'Noor de Wit' })),
        left_out: [{ code: 'SLK-ACCT-R1', order: 'SLK-ACCT', amount: 18_400, why: 'no_iban' }],
      },
    })),
    sees: 'Left out',
  },
  {
    name: 'refund files/no account of the shop',
    at: files,
    before: changing('transfer-files', (answer) => ({
      ...answer,
      next: { ...answer.next, payer: null, problem: 'The shop folder has no valid IBAN.' },
    })),
    sees: 'The shop folder has no valid IBAN.',
  },
  {
    name: 'refund files/full accounts',
    at: files,
    act: inOrder(
      until('Earlier files'),
      (page) =>
        page.route('**/office/api/refund-accounts', async (route) => {
          const response = await page.request.post(new URL('/office/api/transfer-files', page.url()).href, {
            data: {},
            headers: { origin: new URL(page.url()).origin, 'sec-fetch-site': 'same-origin' },
          });
          await route.fulfill({ json: accounts(await response.json()) });
        }),
      press('Show full bank details'),
    ),
    sees: /NL85/,
  },
  {
    name: 'refund files/long texts',
    at: files,
    before: changing('transfer-files', atLength),
    sees: /van den Oudezijds/,
  },
  {
    name: 'refund files/needs a fresh proof',
    at: files,
    before: together(
      answering('step-up-options', { options: null, has_code_app: true }),
      refusing('transfer-file-make', STEP_UP),
    ),
    act: press(/^Make file/),
    sees: 'Confirm that it is you',
  },
  {
    name: 'refund files/changed meanwhile',
    at: files,
    before: refusing('transfer-file-make', {
      status: 409,
      message: 'The refunds for the next file have changed. Please check them again.',
    }),
    act: press(/^Make file/),
    sees: /have changed/,
  },
  {
    name: 'refund file/waits',
    at: files,
    before: changing('transfer-file', (file) => ({
      ...file,
      balance: { amount: 6_004_275, day: file.made_at.slice(0, 10) },
    })),
    act: openFile(0),
    sees: /Balance on/,
  },
  { name: 'refund file/own waits', at: files, staff: 'joris', act: openFile(0), sees: /You made this file/ },
  { name: 'refund file/at the bank', at: files, act: openFile(1), sees: 'Came back' },
  {
    name: 'refund file/cancel',
    at: files,
    before: changing('transfer-file', (file) => ({ ...file, can_cancel: true })),
    act: openFile(0, 'Cancel file…'),
    sees: 'Cancel this file?',
  },
  {
    name: 'refund file/cancelled',
    at: files,
    before: changing('transfer-file', (file) => ({
      ...file,
      state: 'cancelled',
      cancelled_at: file.made_at,
      cancelled_by: 'Joris Hendriks',
      rows: [],
      can_cancel: false,
    })),
    act: openFile(0),
    sees: 'Cancelled',
  },
  {
    name: 'refund file/paid by hand',
    at: files,
    before: changing('transfer-file', (file) => ({
      ...file,
      state: 'ready',
      rows: file.rows.map((row) => ({ ...row, state: 'in_file' as const, number: null, reason: '' })),
    })),
    act: openFile(1, 'Paid…'),
    sees: /bank/i,
  },
  { name: 'refund file/came back by hand', at: files, act: openFile(1, 'Came back…'), sees: 'The bank’s reason' },
  { name: 'refund file/unknown', at: `${files}/NONE`, sees: 'We could not find that.' },
  {
    name: 'refund file/long texts',
    at: files,
    before: changing('transfer-file', atLength),
    act: openFile(1),
    sees: /van den Oudezijds/,
  },

  { name: 'instalments', at: '/office/money/plans', sees: /SLK-/ },
  { name: 'instalments/no match', at: '/office/money/plans?q=zzzzzz', sees: 'No matching instalments' },
  {
    name: 'instalments/long texts',
    at: '/office/money/plans',
    before: changing('plans-list', atLength),
    sees: /van den Oudezijds/,
  },
  { name: 'invoices', at: '/office/money/invoices', sees: /SLK-/ },
  { name: 'invoices/no match', at: '/office/money/invoices?q=zzzzzz', sees: 'No matching documents' },
  {
    name: 'invoices/long texts',
    at: '/office/money/invoices',
    before: changing('invoices-list', atLength),
    sees: /van den Oudezijds/,
  },
  {
    name: 'invoices/numbers missing',
    at: '/office/money/invoices',
    before: changing('invoices-list', (answer) => ({
      ...answer,
      rows: answer.rows.map((row, index) => (index === 1 ? { ...row, missing: 2 } : row)),
    })),
    sees: /missing/,
  },
];
