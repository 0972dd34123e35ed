import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { officeCall } from '#browser/office-api.ts';
import type { OfficeAnswer } from '#browser/office-calls.ts';
import { returnFocus } from '#browser/return-focus.ts';
import { statusTone } from '#features/desk/office/public.tsx';
import { orderStatusNames } from '#features/orders/words/staff/status-names.ts';
import { useStaffSession } from '#features/staff/office/public.tsx';
import { type Language, markedText } from '#kernel/language.ts';
import { formatMoney } from '#kernel/money.ts';
import { classNames } from '#ui/class-names.ts';
import { useLanguage } from '#ui/language.ts';
import { SearchIcon } from '#ui/office/icons.tsx';
import { Moment } from '#ui/office/moment.tsx';
import { useShopSettings } from '#ui/shop-settings.tsx';
import { StatusChip } from '#ui/status-chip.tsx';
import { useDebounced } from '#ui/use-debounced.ts';
import { MIN_CHARACTERS } from '../domain/min-characters.ts';
import styles from './search-box.module.css';
import { Tried } from './tried.tsx';

type Result = OfficeAnswer<'search'>['results'][number];

/** A page of the office that the search finds by its name. */
export interface OfficePlace {
  to: string;
  label: string;
}

interface Option {
  key: string;
  to: string;
  group: string;
  result: Result | null;
  /** With neither a result nor a page, the option opens the list of orders with the same text. */
  place: OfficePlace | null;
}

/** A search begins once typing has paused for this long, in milliseconds. */
const PAUSE_MS = 120;

/** The answer has at most five results of a kind, so from five on there may be more. */
const MANY_RESULTS = 5;

const groups: Readonly<Record<Result['by'], string>> = {
  order: markedText('Orders'),
  payment: markedText('Payments'),
  ticket: markedText('Tickets'),
  refund: markedText('Refunds'),
  invoice: markedText('Invoices'),
  receipt: markedText('Money received'),
  buyer: markedText('Buyers'),
  holder: markedText('Ticket holders'),
};

/**
 * Finds orders and money by any code, name, address or amount, and the pages of the office by their names. `/` or
 * Ctrl-K moves the focus here on every page, and Esc moves it back; Enter opens the first result, even right after a
 * paste.
 */
export function SearchBox({ places }: { places: readonly OfficePlace[] }) {
  const { text, translate } = useLanguage();
  const navigate = useNavigate();
  const client = useQueryClient();
  const listId = useId();
  const inputRef = useRef<HTMLInputElement>(null);
  const cameFrom = useRef<Element | null>(null);
  const { pathname } = useLocation();
  const [typed, setTyped] = useState('');
  const [chosenIndex, setChosenIndex] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const settled = useDebounced(typed.trim(), PAUSE_MS);
  const queryFor = (searched: string) => ({
    queryKey: ['search', searched],
    queryFn: ({ signal }: { signal: AbortSignal }) => officeCall('search', { text: searched }, { signal, polls: true }),
    staleTime: 5_000,
  });
  const query = useQuery({
    ...queryFor(settled),
    enabled: settled.length >= MIN_CHARACTERS,
    placeholderData: keepPreviousData,
  });
  const isLong = typed.trim().length >= MIN_CHARACTERS;
  const options = isLong ? optionsOf(query.data?.results ?? [], placesLike(places, typed), translate) : [];
  // Similar results are guesses, which the list does not find.
  if ((query.data?.results.length ?? 0) >= MANY_RESULTS && !query.data?.are_similar)
    options.push(allOf(settled, translate));
  const chosen = options[Math.min(chosenIndex, options.length - 1)];
  useShortcut(inputRef);
  useCloseOnNavigation(pathname, () => setOpen(false));

  const open = (to: string, inNewTab: boolean) => {
    if (inNewTab) window.open(`/office${to}`, '_blank', 'noopener');
    else {
      setOpen(false);
      setTyped('');
      inputRef.current?.blur();
      navigate(to);
    }
  };

  /** Text that was pasted a moment ago may not have been searched yet. */
  const openFirst = async (inNewTab: boolean) => {
    const now = typed.trim();
    if (now.length < MIN_CHARACTERS) return;
    if (now === settled && !query.isFetching && chosen) return open(chosen.to, inNewTab);
    try {
      setHasFailed(false);
      const { results, are_similar: areSimilar } = await client.fetchQuery(queryFor(now));
      // A guess is shown before it is opened.
      if (areSimilar) return;
      const first = optionsOf(results, placesLike(places, now), translate)[0];
      if (first) open(first.to, inNewTab);
    } catch {
      setHasFailed(true);
    }
  };

  const isShown = isOpen && isLong;
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) {
      event.preventDefault();
      setOpen(true);
      setChosenIndex((Math.min(chosenIndex, options.length - 1) + step + options.length) % options.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      void openFirst(event.metaKey || event.ctrlKey);
    } else if (event.key === 'Escape') {
      if (isShown) setOpen(false);
      else {
        setTyped('');
        returnFocus(event.currentTarget, cameFrom.current);
      }
    }
  };

  const isPending = query.isFetching || settled !== typed.trim();
  return (
    <search className={styles.search}>
      <SearchIcon size={18} />
      <input
        ref={inputRef}
        type="text"
        role="combobox"
        className={styles.input}
        aria-label={text('Search')}
        aria-keyshortcuts="/ Control+K Meta+K"
        aria-expanded={isShown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isShown && chosen ? `${listId}-${chosen.key}` : undefined}
        placeholder={text('Code, name, email, ticket, payment')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={500}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setChosenIndex(0);
          setOpen(true);
          setHasFailed(false);
        }}
        onFocus={({ relatedTarget }) => {
          cameFrom.current = relatedTarget;
          setOpen(true);
        }}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      <span className={styles.key} aria-hidden="true">
        /
      </span>
      <div className={styles.popup} hidden={!isShown}>
        {query.data?.are_similar && options.length > 0 && (
          <p className={styles.state} role="status">
            {text('Nothing matches exactly. These differ by one typing mistake.')}
          </p>
        )}
        <div id={listId} role="listbox" aria-label={text('Search results')} className={styles.results}>
          {groupsOf(options).map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be inside a listbox.
            <div key={group} role="group" aria-label={group}>
              <p className={styles.group} aria-hidden="true">
                {group}
              </p>
              {options
                .filter((option) => option.group === group)
                .map((option) => (
                  // The input keeps the focus and handles the keys.
                  // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: see above.
                  <div
                    key={option.key}
                    id={`${listId}-${option.key}`}
                    role="option"
                    aria-selected={option === chosen}
                    className={classNames(styles.option, option === chosen && styles.chosen)}
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={(event) => open(option.to, event.metaKey || event.ctrlKey)}
                  >
                    {option.result ? (
                      <Found result={option.result} />
                    ) : (
                      <b>{option.place?.label ?? text('Show all orders with “{text}”', { text: settled })}</b>
                    )}
                  </div>
                ))}
            </div>
          ))}
        </div>
        <p className={styles.state} role="status">
          {hasFailed || query.isError
            ? text('The search failed. Please try again.')
            : options.length === 0 && (isPending ? text('Searching') : text('Nothing found.'))}
        </p>
        {options.length === 0 && !isPending && !query.isError && query.data && <Tried answer={query.data} />}
      </div>
    </search>
  );
}

function Found({ result }: { result: Result }) {
  const { text, translate } = useLanguage();
  const settings = useShopSettings();
  const { by, matched, order, receipt, status, customer_name: name, amount, currency } = result;
  const isOwn = currency === settings.currency;
  const title = order ?? text('Receipt {id}', { id: receipt ?? 0 });
  const others = [by === 'order' ? null : matched, by === 'buyer' ? null : name].filter(
    (fact) => fact && fact !== title,
  );
  return (
    <>
      <span className={styles.what}>
        <b>{title}</b>
        <span>{[...new Set(others)].join(', ')}</span>
      </span>
      <span className={styles.chip}>
        {status && <StatusChip tone={statusTone[status]}>{translate(orderStatusNames[status])}</StatusChip>}
      </span>
      <span className={styles.sum}>{isOwn ? formatMoney(amount, settings) : currency}</span>
      <Moment at={result.at} />
    </>
  );
}

const groupsOf = (options: readonly Option[]): string[] => [...new Set(options.map(({ group }) => group))];

function optionsOf(
  results: readonly Result[],
  places: readonly OfficePlace[],
  translate: Language['translate'],
): Option[] {
  return [
    ...results.map((result, index) => ({
      key: String(index),
      to:
        result.order === null ? `/inbox/${encodeURIComponent(`receipt:${result.receipt}`)}` : `/orders/${result.order}`,
      group: translate(groups[result.by]),
      result,
      place: null,
    })),
    ...places.map((place) => ({
      key: `page-${place.to.replaceAll('/', '-')}`,
      to: place.to,
      group: translate(markedText('Pages')),
      result: null,
      place,
    })),
  ];
}

const allOf = (typed: string, translate: Language['translate']): Option => ({
  key: 'all',
  to: `/orders?q=${encodeURIComponent(typed)}`,
  group: translate(markedText('All results')),
  result: null,
  place: null,
});

const placesLike = (places: readonly OfficePlace[], typed: string): OfficePlace[] => {
  const wanted = typed.trim().toLocaleLowerCase();
  return places.filter(({ label }) => label.toLocaleLowerCase().startsWith(wanted));
};

/** `/` outside of fields unless the person turned single keys off, and Ctrl-K or Cmd-K everywhere but in dialogs. */
function useShortcut(input: { readonly current: HTMLInputElement | null }): void {
  const { person } = useStaffSession();
  const onKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const target = event.target as Element;
    if (event.altKey || target.closest('[role=dialog]')) return;
    const isChord = event.metaKey || event.ctrlKey;
    const isSlash =
      event.key === '/' && !isChord && person.uses_shortcuts && !target.closest('input, textarea, select');
    if (!isSlash && !(isChord && event.key.toLowerCase() === 'k')) return;
    event.preventDefault();
    input.current?.focus();
    input.current?.select();
  });
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

function useCloseOnNavigation(pathname: string, close: () => void): void {
  const onChange = useEffectEvent(close);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what must change.
  useEffect(() => onChange(), [pathname]);
}
