import type { Page } from 'playwright-core';
import type { State } from './state.ts';

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
const order = (signs: string) => `/office/orders/SLK-${signs}`;

/** Presses the key for the search and types. */
const searching = (typed: string) => async (page: Page) => {
  await page.keyboard.press('/');
  await page.getByRole('combobox').fill(typed);
};

/** Chooses the first two rows of a list. */
const chooseTwo = async (page: Page) => {
  await page.getByRole('checkbox').nth(1).check();
  await page.getByRole('checkbox').nth(2).check();
};

/** Chooses all requests of the list. */
const approving = async (page: Page) => {
  await page.getByRole('checkbox', { name: 'Choose all that are shown' }).check();
  await page.getByRole('button', { name: 'Approve…' }).click();
};

/** Opens a refund file, counted from the last made, and presses a button there. */
const openFile = (place: number, press?: string) => async (page: Page) => {
  await page
    .getByRole('link', { name: /REFUNDS/ })
    .nth(place)
    .click();
  await page.getByText('File made').waitFor();
  if (press) await page.getByRole('button', { name: press }).first().click();
};

/** Every screen of the office, as the owner sees it unless another person is named. */
export const officeStates: readonly State[] = (
  [
    { name: 'today', at: '/office/', sees: 'Sales, last 30 days' },
    { name: 'today of the door', at: '/office/', staff: 'pim', sees: 'Today' },
    { name: 'today/sales', at: '/office/today/sales', sees: /€/ },
    { name: 'today/money in', at: '/office/today/money-in', sees: /€/ },
    { name: 'inbox', at: '/office/inbox', sees: /need attention/ },
    {
      name: 'inbox/record a payment',
      at: '/office/inbox',
      act: button('Record a payment'),
      sees: /A transfer received at the bank/,
    },
    { name: 'inbox/money', at: '/office/inbox/receipt:5', sees: /need attention/ },
    { name: 'search/found', at: '/office/orders', act: searching('mila'), sees: /mila@sandlark|Mila Okonkwo/ },
    { name: 'search/nothing', at: '/office/orders', act: searching('zzzzzz'), sees: /Nothing/ },
    { name: 'orders', at: '/office/orders', sees: 'SLK-2H9CRW' },
    { name: 'orders/none', at: '/office/orders?q=zzzzzz', sees: 'No matching orders' },
    { name: 'orders/chosen', at: '/office/orders', act: chooseTwo, sees: '2 selected' },
    {
      name: 'orders/cancel many',
      at: '/office/orders',
      act: async (page: Page) => {
        await chooseTwo(page);
        await page.getByRole('button', { name: /^Choose all \d/ }).click();
        await page.getByRole('button', { name: 'Cancel unpaid…' }).click();
      },
      sees: /are left out/,
    },
    { name: 'orders/bulk actions', at: '/office/orders/bulk', sees: 'Bulk actions' },
    {
      name: 'orders/bulk action',
      at: '/office/orders/bulk/999',
      act: async (page: Page) => {
        await page.goto(new URL('/office/orders?q=SLK-PRB4', page.url()).href);
        await page.getByRole('checkbox').nth(1).check();
        await page.getByRole('button', { name: 'Send emails again…' }).click();
        await page.getByRole('button', { name: /^Send emails for/ }).click();
      },
      sees: /1 done/,
    },
    { name: 'order/paid', at: order('2H9CRW'), sees: 'Right now' },
    { name: 'order/on a plan', at: order('7Q4MXD'), sees: 'Right now' },
    { name: 'order/unpaid', at: order('3B8TKN'), sees: 'Right now' },
    { name: 'order/problem', at: order('PRB4'), sees: 'Right now' },
    { name: 'order/refunds', at: order('4X7VPD'), sees: 'Right now' },
    { name: 'order/unknown', at: order('NONE'), sees: 'We could not find that.' },
    { name: 'order/as the customer sees it', at: `${order('2H9CRW')}/as-customer`, sees: /What .+ sees/ },
    { name: 'order/refund', at: order('2H9CRW'), act: button('Refund…'), sees: 'Select all' },
    { name: 'order/cancel', at: order('3B8TKN'), act: button('Cancel order'), sees: 'What will happen' },
    { name: 'tickets', at: '/office/tickets', sees: 'Festival Pass, four days' },
    { name: 'people', at: '/office/people', sees: 'Mila Okonkwo' },
    { name: 'money/statements', at: '/office/money/statements', sees: /statement/i },
    { name: 'money/received', at: '/office/money/receipts', sees: 'SLK-2H9CRW' },
    { name: 'money/refunds', at: '/office/money/refunds', sees: /SLK-.*-R1/ },
    { name: 'money/refunds of all states', at: '/office/money/refunds?view=all', sees: /SLK-.*-R1/ },
    {
      name: 'money/refunds to approve',
      at: '/office/money/refunds',
      act: approving,
      sees: /go into the next refund file/,
    },
    { name: 'money/refund files', at: '/office/money/refund-files', sees: 'Earlier files' },
    {
      name: 'money/refund file that waits',
      at: '/office/money/refund-files',
      act: openFile(0),
      sees: 'Second person',
    },
    { name: 'money/refund file unknown', at: '/office/money/refund-files/NONE', sees: 'We could not find that.' },
    { name: 'money/refund file at the bank', at: '/office/money/refund-files', act: openFile(1), sees: 'Came back' },
    {
      name: 'money/refund paid by hand',
      at: '/office/money/refund-files',
      act: openFile(1, 'Came back…'),
      sees: 'The bank’s reason',
    },
    { name: 'money/plan parts', at: '/office/money/plans', sees: /SLK-/ },
    { name: 'money/invoices', at: '/office/money/invoices', sees: /SLK-/ },
    { name: 'money/nothing left', at: '/office/money/receipts?view=returned', sees: 'No matching receipts' },
    { name: 'mails', at: '/office/mails', sees: 'Payment received' },
    { name: 'reports/sales', at: '/office/reports/sales?period=this-year&by=week', sees: 'Total' },
    { name: 'reports/sales by item', at: '/office/reports/sales?period=this-year&by=item', sees: 'Festival Pass' },
    { name: 'reports/sales, the list', at: '/office/reports/sales/rows?period=this-year', sees: 'SLK-' },
    { name: 'reports/money', at: '/office/reports/money?period=this-year', sees: 'Sandbox' },
    { name: 'reports/money, the list', at: '/office/reports/money/rows?period=this-year&column=in', sees: 'SLK-' },
    {
      name: 'reports/departures',
      at: '/office/reports/departures?from=2026-01-01&until=2028-12-31',
      sees: 'Passengers',
    },
    { name: 'reports/departures, none', at: '/office/reports/departures?period=today', sees: 'Nothing departs' },
    { name: 'reports/vouchers', at: '/office/reports/vouchers?period=this-year', sees: 'Total' },
    { name: 'reports/receivables', at: '/office/reports/receivables', sees: 'Not due yet' },
    { name: 'reports/receivables, the list', at: '/office/reports/receivables/rows?by=age', sees: 'SLK-' },
    { name: 'reports/liability', at: '/office/reports/liability', sees: 'Refunds accepted' },
    { name: 'reports/liability, the list', at: '/office/reports/liability/rows?kind=plans', sees: 'SLK-' },
    { name: 'reports/tax', at: '/office/reports/tax?period=this-year', sees: 'Beside the ledger' },
    { name: 'reports/tax, the list', at: '/office/reports/tax/rows?period=this-year', sees: 'SLK-' },
    { name: 'reports/books', at: '/office/reports/books', sees: 'Close month…' },
    {
      name: 'reports/books, asking',
      at: '/office/reports/books',
      act: button('Close month…'),
      sees: 'cannot be undone',
    },
    { name: 'mails/read', at: '/office/mails?q=SLK-2H9CRW', act: button(/SLK-2H9CRW/), sees: 'What will happen' },
    {
      name: 'mails/send again',
      at: '/office/mails?view=sent&q=SLK-2H9CRW',
      act: button('Send all again…'),
      sees: /emails will be sent|will be sent to/,
    },
    { name: 'team/staff', at: '/office/staff', sees: 'Berta Vos' },
    { name: 'team/person', at: '/office/staff/2', sees: 'Lena Ruiz' },
    { name: 'team/audit', at: '/office/audit', sees: 'Berta Vos' },
    { name: 'team/health', at: '/office/health', sees: 'Pending work' },
    { name: 'team/health checked', at: '/office/health', act: button('Check now'), sees: /Everything matches/ },
    { name: 'own account', at: '/office/me', sees: 'Berta Vos' },
    { name: 'not allowed', at: '/office/staff', staff: 'sara', sees: /may not|not allowed|no access/i },
    { name: 'unknown address', at: '/office/nothing-here', sees: /no such page|not found|nothing here|There is no/i },
    { name: 'sign in', at: '/office/', staff: undefined, sees: 'Use password and code' },
    {
      name: 'sign in/with a password',
      at: '/office/',
      staff: undefined,
      act: button('Use password and code'),
      sees: 'Code',
    },
  ] as const satisfies readonly State[]
).map((state) => ({ staff: 'berta', ...state, name: `office/${state.name}` }));
