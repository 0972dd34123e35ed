import { useSearchParams } from 'react-router';
import { isoDay, localDay } from '#kernel/local-day.ts';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { daysOf, PERIODS, type Period } from '../domain/report-period.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

export interface ReportAddress {
  /** Both days belong to the report; texts such as 2027-07-12. */
  days: { from: string; until: string };
  /** Null if the user entered two days, or the server chooses them. */
  period: Period | null;
  isChosenByServer: boolean;
  choosePeriod: (period: string) => void;
  chooseDay: (edge: 'from' | 'until', day: string) => void;
  /** Returns another query parameter of the address; '' if it is missing. */
  parameter: (name: string) => string;
  choose: (name: string, value: string) => void;
  /** The address of a page for the same days, or for others. */
  addressOf: (path: string, more?: Readonly<Record<string, string>>) => string;
}

interface Days {
  readonly from: string;
  readonly until: string;
}

/**
 * Keeps the days of a report in the page's address: a period with a name, which stays relative, or two days. `first` is
 * the period for an address without days. If it is null, the server chooses the days; pass them as `chosen` once they
 * are known.
 */
export function useReportAddress(
  first: Period | null = '30-days',
  chosen: Days = { from: '', until: '' },
): ReportAddress {
  const [params, setParams] = useSearchParams();
  const { timezone } = useShopSettings();
  const named = PERIODS.find((one) => one === params.get('period'));
  const [from, until] = [params.get('from') ?? '', params.get('until') ?? ''];
  const isTyped = named === undefined && DAY.test(from) && DAY.test(until);
  const period = isTyped ? null : (named ?? first);
  const span = period && daysOf(period, localDay(new Date(), timezone));
  const days = isTyped ? { from, until } : span ? { from: isoDay(span.from), until: isoDay(span.until) } : chosen;
  const change = (values: Readonly<Record<string, string>>) => {
    const changed = new URLSearchParams(params);
    for (const [name, value] of Object.entries(values)) {
      if (value === '') changed.delete(name);
      else changed.set(name, value);
    }
    setParams(changed, { replace: true });
  };
  return {
    days,
    period,
    isChosenByServer: !isTyped && period === null,
    choosePeriod: (wanted) => change(wanted === '' ? { period: '', ...days } : { period: wanted, from: '', until: '' }),
    chooseDay: (edge, day) => change({ period: '', ...days, [edge]: day }),
    parameter: (name) => params.get(name) ?? '',
    choose: (name, value) => change({ [name]: value }),
    addressOf: (path, more = {}) => {
      const same: Record<string, string> = period === null ? { ...days } : { period };
      return `${path}?${new URLSearchParams({ ...(more.from === undefined ? same : {}), ...more })}`;
    },
  };
}
