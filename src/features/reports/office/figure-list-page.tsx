import { useParams, useSearchParams } from 'react-router';
import { officeCall } from '#browser/office-api.ts';
import { formatDay } from '#kernel/dates.ts';
import { markedText } from '#kernel/language.ts';
import { useLanguage } from '#ui/language.ts';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { FigureList } from './figure-list.tsx';

const DUES = ['overdue', 'in_7_days', 'in_30_days'] as const;

const headings: Readonly<Record<string, string>> = {
  sales: markedText('Sold'),
  'money-in': markedText('Money in'),
  'refunds-out': markedText('Refunds out'),
  overdue: markedText('Overdue instalments'),
  in_7_days: markedText('Instalments due within 7 days'),
  in_30_days: markedText('Instalments due within 30 days'),
};

/** The rows behind a figure of Today; their sum is the figure. */
export default function FigureListPage() {
  const { text, translate } = useLanguage();
  const settings = useShopSettings();
  const { figure = 'sales' } = useParams();
  const [search] = useSearchParams();
  const day = search.get('day') ?? '';
  const due = DUES.find((one) => one === search.get('due')) ?? 'in_7_days';
  const isPlans = figure === 'plans';
  const when = day === '' ? text('today') : formatDay(`${day}T12:00:00Z`, { ...settings, timezone: 'UTC' });
  return (
    <FigureList
      heading={translate(headings[isPlans ? due : figure] ?? headings.sales!)}
      when={isPlans ? null : when}
      countsTickets={figure === 'sales'}
      fileName={isPlans ? due : figure}
      back={{ to: '/', label: text('Back to Today') }}
      queryKey={['figure', figure, day, due]}
      load={(after, signal) => {
        if (isPlans) return officeCall('plan-parts', { due, after }, { signal });
        if (figure === 'sales') return officeCall('sales-of-day', { day, after }, { signal });
        return officeCall('money-of-day', { day, way: figure === 'money-in' ? 'in' : 'out', after }, { signal });
      }}
    />
  );
}
