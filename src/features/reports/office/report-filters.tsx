import type { Language } from '#kernel/language.ts';
import { useLanguage } from '#ui/language.ts';
import { FilterDays } from '#ui/office/filter-days.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { PERIODS } from '../domain/report-period.ts';
import { periodNames } from '../words/period-names.ts';
import styles from './report.module.css';
import type { ReportAddress } from './report-address.ts';

interface ReportFiltersProps {
  address: ReportAddress;
  /** What the rows can be grouped by; left out for a report with only one kind of rows. */
  groups?: { by: string; options: readonly { value: string; label: string }[] };
  /** False for a report about the present. */
  hasDays?: boolean;
  /** Offers future periods, first of all the next departures. */
  isAhead?: boolean;
}

/** Controls for a report's days and for grouping its rows. */
export function ReportFilters({ address, groups, hasDays = true, isAhead = false }: ReportFiltersProps) {
  const language = useLanguage();
  const { text } = language;
  if (!hasDays && !groups) return null;
  return (
    <div className={styles.filters}>
      {hasDays && <Days address={address} language={language} isAhead={isAhead} />}
      {groups && (
        <SelectField
          id="report-by"
          label={text('Rows')}
          value={groups.by}
          options={groups.options}
          onChange={({ currentTarget: { value } }) => address.choose('by', value)}
        />
      )}
    </div>
  );
}

/** Not a period's name, so the server chooses the days. */
const NEXT = 'next';

interface DaysProps {
  address: ReportAddress;
  language: Language;
  isAhead: boolean;
}

const Days = ({ address, language: { text, translate }, isAhead }: DaysProps) => (
  <>
    <SelectField
      id="report-period"
      label={text('Period')}
      value={address.isChosenByServer ? NEXT : (address.period ?? '')}
      options={[
        ...(isAhead ? [{ value: NEXT, label: text('The next departures') }] : []),
        ...PERIODS.filter((value) => isAhead || !value.startsWith('next')).map((value) => ({
          value,
          label: translate(periodNames[value]),
        })),
        { value: '', label: text('Other days') },
      ]}
      onChange={({ currentTarget: { value } }) => address.choosePeriod(value)}
    />
    <FilterDays
      id="report"
      labels={{ from: text('From'), until: text('Until and including') }}
      values={address.days}
      isAhead={isAhead}
      onDay={(edge, day) => {
        if (day !== '') address.chooseDay(edge, day);
      }}
    />
  </>
);
