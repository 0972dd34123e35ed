import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { returnFocus } from '#browser/return-focus.ts';
import { PERIODS } from '#features/reports/domain/report-period.ts';
import { periodNames } from '#features/reports/words/period-names.ts';
import type { Language } from '#kernel/language.ts';
import { edgeOfTypedDay } from '#kernel/local-day.ts';
import { classNames } from '#ui/class-names.ts';
import { Field } from '#ui/field.tsx';
import { ChevronIcon } from '#ui/icons.tsx';
import { useLanguage } from '#ui/language.ts';
import { FilterDays } from '#ui/office/filter-days.tsx';
import { Folded } from '#ui/office/folded.tsx';
import { Picker } from '#ui/office/picker.tsx';
import { MANY_OPTIONS } from '#ui/office/picker-options.ts';
import { useLastKnown } from '#ui/office/use-last-known.ts';
import { type ListAddress, parametersIn, periodIn } from './list-address.ts';
import styles from './list-filters.module.css';

interface TextFilter {
  kind: 'text';
  /** What can be searched for. */
  label: string;
}

/** Days of the shop: a named period, or from one day to another. */
interface DaysFilter {
  kind: 'days';
  /** What happened on them, such as "Placed". */
  label: string;
  /** Offers future periods. */
  isAhead?: boolean;
}

interface ChoiceFilter {
  kind: 'choice';
  /** Its name in the address. */
  name: string;
  label: string;
  /** Null while they are not known yet. */
  options: readonly { value: string; label: string }[] | null;
}

export type ListFilter = TextFilter | DaysFilter | ChoiceFilter;

/** A filter of the address whose value no longer exists, such as a deleted item. */
export interface GoneFilter {
  /** Its name in the address. */
  name: string;
  label: string;
  value: string;
}

/** Returns the filters whose value no longer exists. A filter whose values have not loaded yet is not among them. */
export function goneFilters({ parameter }: ListAddress, filters: readonly ListFilter[]): GoneFilter[] {
  return filters.flatMap((filter): GoneFilter[] => {
    if (filter.kind === 'text') return [];
    const { label } = filter;
    if (filter.kind === 'days') {
      const isGone = (name: string) =>
        name === 'days' ? periodIn(parameter) === null : edgeOfTypedDay(parameter(name), 'UTC', 0) === null;
      return ['days', 'from', 'until']
        .filter((name) => parameter(name) !== '' && isGone(name))
        .map((name) => ({ name, label, value: parameter(name) }));
    }
    const value = parameter(filter.name);
    const isThere = value === '' || !filter.options || filter.options.some((option) => option.value === value);
    return isThere ? [] : [{ name: filter.name, label, value }];
  });
}

/** Returns what the filters of a view show, such as "Placed: 30 days, State: Paid". */
export function filterWords(
  { text, translate }: Language,
  query: string,
  { filters, views }: { filters: readonly ListFilter[]; views: readonly { view: string; label: string }[] },
): string {
  const parameter = parametersIn(query);
  const words = filters.flatMap((filter): string[] => {
    if (filter.kind === 'text') return [];
    const named = (value: string) => (value === '' ? [] : [text('{filter}: {value}', { filter: filter.label, value })]);
    if (filter.kind === 'choice') {
      const value = parameter(filter.name);
      return named(filter.options?.find((option) => option.value === value)?.label ?? value);
    }
    const period = periodIn(parameter);
    if (period !== null) return named(translate(periodNames[period]));
    const [from, until] = [parameter('from'), parameter('until')];
    return from === '' && until === '' ? [] : named(`${from} – ${until}`);
  });
  const view = views.find((one) => one.view === parameter('view'))?.label;
  const all = [...(view === undefined ? [] : [view]), ...words];
  return all.length === 0 ? text('no filters') : all.join(', ');
}

interface FilterBarProps {
  list: ListAddress;
  filters: readonly ListFilter[];
  /** How the list can be sorted; '' is its usual order. Offered where rows are blocks, which have no headings. */
  sorts: readonly { value: string; label: string }[];
  /** The current sort; '' for the usual order. */
  sort: string;
}

/** All filters of a list, in one line. Phones show only the search at first. */
export function FilterBar({ list, filters, sorts, sort }: FilterBarProps) {
  const { text } = useLanguage();
  const search = filters.find(({ kind }) => kind === 'text');
  return (
    <>
      {search && <SearchField label={search.label} list={list} />}
      <Folded label={text('Filters')} chosen={filters.filter((filter) => isSet(list, filter)).length}>
        {filters.map((filter) => {
          if (filter.kind === 'text') return null;
          if (filter.kind === 'days') return <DaysPill key="days" filter={filter} list={list} />;
          return <ChoicePill key={filter.name} filter={filter} list={list} />;
        })}
        <span className={styles.sort}>
          <Pill
            id="list-sort"
            label={text('Sort')}
            value={sort}
            options={sorts}
            onChoose={(chosen) => list.choose({ sort: chosen })}
          />
        </span>
      </Folded>
    </>
  );
}

/** Whether a filter other than the search narrows the list. */
function isSet({ parameter }: ListAddress, filter: ListFilter): boolean {
  if (filter.kind === 'text') return false;
  const names = filter.kind === 'days' ? ['days', 'from', 'until'] : [filter.name];
  return names.some((name) => parameter(name) !== '');
}

/**
 * Searches when the field is left or Enter is pressed, not at every keystroke. Esc undoes the typing; with nothing
 * to undo, it returns the focus to where it was.
 */
function SearchField({ label, list }: { label: string; list: ListAddress }) {
  const chosen = list.parameter('q');
  const [typed, setTyped] = useState(chosen);
  const [last, setLast] = useState(chosen);
  const cameFrom = useRef<Element | null>(null);
  // The address changes elsewhere too, such as by Back.
  if (last !== chosen) {
    setLast(chosen);
    setTyped(chosen);
  }
  const choose = () => {
    if (typed.trim() !== chosen) list.choose({ q: typed.trim() });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') choose();
    if (event.key !== 'Escape') return;
    // Browsers empty the field, which would search for nothing when it is left.
    event.preventDefault();
    if (typed !== chosen) setTyped(chosen);
    else returnFocus(event.currentTarget, cameFrom.current);
  };
  return (
    <Field
      id="filter-text"
      type="search"
      label={<span className="visually-hidden">{label}</span>}
      placeholder={label}
      className={styles.search}
      value={typed}
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="search"
      onChange={({ currentTarget: { value } }) => setTyped(value)}
      onFocus={({ relatedTarget }) => {
        cameFrom.current = relatedTarget;
      }}
      onBlur={choose}
      onKeyDown={onKeyDown}
    />
  );
}

interface PillProps {
  id: string;
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChoose: (value: string) => void;
}

interface PillFrameProps extends Pick<PillProps, 'id' | 'label' | 'value'> {
  isSearched?: boolean;
  children: ReactNode;
}

/** A control with its label in one line. */
const PillFrame = ({ id, label, value, isSearched, children }: PillFrameProps) => (
  <span className={classNames(styles.pill, value !== '' && styles.chosen, isSearched && styles.searched)}>
    <label htmlFor={id}>{label}</label>
    {children}
  </span>
);

/** A native select, for a few options in a fixed order. */
function Pill(pill: PillProps) {
  const { id, value, options, onChoose } = pill;
  const { text } = useLanguage();
  const isKnown = value === '' || options.some((option) => option.value === value);
  return (
    <PillFrame {...pill}>
      <select id={id} value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        {options.every((option) => option.value !== '') && <option value="">{text('Any')}</option>}
        {!isKnown && <option value={value}>{value}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronIcon size={16} className={styles.chevron} />
    </PillFrame>
  );
}

/** A native select, or a searchable list if there are many options. */
function ChoicePill({ filter, list }: { filter: ChoiceFilter; list: ListAddress }) {
  const { text } = useLanguage();
  const { name, label } = filter;
  const options = useLastKnown(filter.options);
  const pill = { id: `filter-${name}`, label, value: list.parameter(name), options };
  const choose = (value: string) => list.choose({ [name]: value });
  if (pill.options.length < MANY_OPTIONS) return <Pill {...pill} onChoose={choose} />;
  return (
    <PillFrame {...pill} isSearched>
      <Picker {...pill} none={text('Any')} remembers={name} onPick={choose} />
    </PillFrame>
  );
}

/** Used in the select, and never in the address. */
const OTHER_DAYS = 'other';

function DaysPill({ filter: { label, isAhead = false }, list }: { filter: DaysFilter; list: ListAddress }) {
  const { text, translate } = useLanguage();
  const { parameter, choose } = list;
  const [isPickingDays, setPickingDays] = useState(false);
  const isTyped = parameter('from') !== '' || parameter('until') !== '';
  const isOther = parameter('days') === '' && (isTyped || isPickingDays);
  return (
    <>
      <Pill
        id="filter-days"
        label={label}
        value={isOther ? OTHER_DAYS : parameter('days')}
        options={[
          ...PERIODS.filter((value) => isAhead || !value.startsWith('next')).map((value) => ({
            value,
            label: translate(periodNames[value]),
          })),
          { value: OTHER_DAYS, label: text('Other days') },
        ]}
        onChoose={(value) => {
          setPickingDays(value === OTHER_DAYS);
          choose(value === OTHER_DAYS ? { days: '' } : { days: value, from: '', until: '' });
        }}
      />
      {isOther && (
        <div className={styles.days}>
          <FilterDays
            id="filter"
            labels={{ from: text('From'), until: text('Until and including') }}
            values={{ from: parameter('from'), until: parameter('until') }}
            isAhead={isAhead}
            onDay={(edge, day) => choose({ [edge]: day })}
          />
        </div>
      )}
    </>
  );
}
