import { useLocation } from 'react-router';
import { officeCall } from '#browser/office-api.ts';
import { providerName } from '#features/payments/domain/provider-name.ts';
import { type Language, markedText } from '#kernel/language.ts';
import { useLanguage } from '#ui/language.ts';
import { Link } from '#ui/link.tsx';
import { WarningIcon } from '#ui/office/icons.tsx';
import { StateMessage } from '#ui/office/state-message.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { LIABILITY_KINDS } from '../domain/liability-kinds.ts';
import { MONEY_COLUMNS } from '../domain/money-groups.ts';
import { RECEIVABLE_GROUPS } from '../domain/receivable-groups.ts';
import { NO_EVENT, SHIPPING } from '../domain/sales-groups.ts';
import { TAX_FIGURES, type TaxFigureName } from '../domain/tax-figures.ts';
import { daysText } from './day-texts.ts';
import { FigureList, type FigurePage } from './figure-list.tsx';
import { liabilityNames, receivableName } from './present-names.ts';
import { type ReportAddress, useReportAddress } from './report-address.ts';

interface RowsList {
  heading: string;
  /** The heading with the name that the list is about. */
  headingFor?: (name: string) => string;
  report: string;
  load: (after: string | null, signal?: AbortSignal) => Promise<FigurePage>;
  countsTickets?: boolean;
  /** The rows are about the present, even if the address has days. */
  isNow?: boolean;
}

const columnNames: Readonly<Record<string, string>> = {
  in: markedText('Money in'),
  out: markedText('Refunds out'),
  taken: markedText('Chargebacks'),
  moved: markedText('Payouts'),
  change: markedText('Change'),
};

/** The rows behind a figure of a report; their sum is the figure. */
export default function ReportRowsPage() {
  const language = useLanguage();
  const { text } = language;
  const { pathname } = useLocation();
  const address = useReportAddress();
  const list = (lists[pathname.split('/').at(-2) ?? ''] ?? salesRows)(address, language);
  if (list) return <Rows list={list} address={address} />;
  return (
    <StateMessage
      isPage
      icon={<WarningIcon />}
      heading={text('There is no such list')}
      action={<Link to={pathname.replace(/\/rows$/, '')}>{text('Back to the report')}</Link>}
    />
  );
}

function Rows({ list, address }: { list: RowsList; address: ReportAddress }) {
  const { text } = useLanguage();
  const settings = useShopSettings();
  const { pathname, search } = useLocation();
  const { report, isNow, ...shown } = list;
  const { from, until } = address.days;
  return (
    <FigureList
      {...shown}
      when={isNow ? null : daysText(from, until, settings.locale)}
      fileName={report.split('/').at(-1)!}
      back={{ to: address.addressOf(report), label: text('Back to the report') }}
      queryKey={['report-rows', pathname, search, address.days]}
    />
  );
}

/** The names of the rows for what belongs to no item or event. */
const restNames: Readonly<Record<string, string>> = {
  [SHIPPING]: markedText('Shipping'),
  [NO_EVENT]: markedText('Without an event'),
};

function salesRows({ days, parameter }: ReportAddress, { text, translate }: Language): RowsList {
  const voucher = Number(parameter('voucher')) || null;
  const part = { item: parameter('item'), event: parameter('event'), channel: parameter('channel'), voucher };
  const rest = [part.item, part.event].map((one) => restNames[one]).find((one) => one !== undefined);
  const figure = parameter('figure') === 'discount' ? 'discount' : 'sold';
  const isSold = figure === 'sold';
  const headingFor = (what: string) => (isSold ? text('Sold: {what}', { what }) : text('Discount: {what}', { what }));
  return {
    heading: rest === undefined ? (isSold ? text('Sold') : text('Discount')) : headingFor(translate(rest)),
    headingFor,
    report: voucher === null ? '/reports/sales' : '/reports/vouchers',
    load: (after, signal) => officeCall('report-sales-rows', { ...days, ...part, figure, after }, { signal }),
    countsTickets: true,
  };
}

function moneyRows({ days, parameter }: ReportAddress, { translate, text }: Language): RowsList {
  const way = parameter('way');
  const column = MONEY_COLUMNS.find((one) => one === parameter('column')) ?? 'change';
  const name = translate(columnNames[column]!);
  return {
    heading: way === '' ? name : `${name}: ${way === 'bank' ? text('Bank') : providerName(way)}`,
    report: '/reports/money',
    load: (after, signal) => officeCall('report-money-rows', { ...days, way, column, after }, { signal }),
  };
}

function receivablesRows({ parameter }: ReportAddress, language: Language): RowsList {
  const by = RECEIVABLE_GROUPS.find((one) => one === parameter('by')) ?? 'age';
  const group = parameter('group');
  return {
    heading: group === '' ? language.text('Receivables') : receivableName(group, by, language),
    report: '/reports/receivables',
    load: (after, signal) => officeCall('report-receivables-rows', { by, group, after }, { signal }),
    isNow: true,
  };
}

function liabilityRows({ parameter }: ReportAddress, { translate }: Language): RowsList | null {
  const kind = LIABILITY_KINDS.find((one) => one === parameter('kind'));
  if (!kind) return null;
  return {
    heading: translate(liabilityNames[kind]),
    report: '/reports/liability',
    load: (after, signal) => officeCall('report-liability-rows', { kind, after }, { signal }),
    isNow: true,
  };
}

const taxNames: Readonly<Record<TaxFigureName, string>> = {
  net: markedText('Net amount of documents'),
  tax: markedText('Tax of documents'),
  gross: markedText('Gross amount of documents'),
};

function taxRows({ days, parameter }: ReportAddress, { text, translate }: Language): RowsList {
  const rate = parameter('rate') === '' ? null : Number(parameter('rate'));
  const figure = TAX_FIGURES.find((one) => one === parameter('figure')) ?? 'tax';
  const name = translate(taxNames[figure]);
  return {
    heading: rate === null ? name : text('{figure} at {rate}%', { figure: name, rate: rate / 100 }),
    report: '/reports/tax',
    load: (after, signal) =>
      officeCall(
        'report-tax-rows',
        { ...days, country: parameter('country'), tax_basis_points: rate, figure, after },
        { signal },
      ),
  };
}

/** Null for an address that names no list. */
const lists: Readonly<Record<string, (address: ReportAddress, language: Language) => RowsList | null>> = {
  sales: salesRows,
  money: moneyRows,
  receivables: receivablesRows,
  liability: liabilityRows,
  tax: taxRows,
};
