import { formatMoney } from '#kernel/money.ts';
import { useLanguage } from '#ui/language.ts';
import { Bars } from '#ui/office/bars.tsx';
import { Panel } from '#ui/office/panel.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import type { TimeGroup } from '../domain/time-groups.ts';
import { groupText, shortDay, shortNumber } from './day-texts.ts';

interface ReportChartProps {
  heading: string;
  by: TimeGroup;
  bars: readonly { key: string; value: number; to: string }[];
}

const MARKS = 6;

/** A bar chart above the table, with the same figures. Absent if there is nothing to compare. */
export function ReportChart({ heading, by, bars }: ReportChartProps) {
  const language = useLanguage();
  const shop = useShopSettings();
  if (bars.length < 2 || bars.every(({ value }) => value <= 0)) return null;
  const step = Math.ceil(bars.length / MARKS);
  return (
    <Panel heading={heading}>
      <Bars
        format={(amount) => formatMoney(amount, shop)}
        formatShort={(amount) => shortNumber(amount / 10 ** shop.currencyDigits, shop.locale)}
        bars={bars.map(({ key, value, to }, index) => ({
          key,
          label: groupText(key, by, language, shop.locale),
          mark: index % step === Math.floor(step / 2) ? shortDay(key, by, shop.locale) : undefined,
          value: Math.max(0, value),
          before: null,
          to,
        }))}
      />
    </Panel>
  );
}
