import { type KeyboardEvent, type Ref, useId, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '../class-names.ts';
import { ChevronIcon } from '../icons.tsx';
import { useLanguage } from '../language.ts';
import { pickedBefore, rememberPicked } from './picked-before.ts';
import styles from './picker.module.css';
import { matching, mostPicked, optionNamed, type PickerOption } from './picker-options.ts';

interface PickerProps {
  id: string;
  /** Names the list of options; the field itself has a `<label>`. */
  label: string;
  /** Empty if nothing is picked. */
  value: string;
  options: readonly PickerOption[];
  /** What it means to pick nothing, such as "Any". */
  none: string;
  /** The browser remembers what was picked under this name, and offers the ten most picked options first. */
  remembers?: string | undefined;
  onPick: (value: string) => void;
  className?: string | undefined;
  ref?: Ref<HTMLInputElement>;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: boolean | undefined;
}

interface Group {
  label: string | null;
  options: readonly PickerOption[];
}

/**
 * Picks one of many options, which typing narrows. The focus stays in the field: arrows move through the options, Enter
 * picks one, Esc closes the list. A text that names an option in full picks it when the field is left.
 */
export function Picker({
  id,
  label,
  value,
  options,
  none,
  remembers,
  onPick,
  className,
  'aria-describedby': description,
  'aria-invalid': isInvalid,
  ref,
}: PickerProps) {
  const { text, countText } = useLanguage();
  const listId = useId();
  const popup = useRef<HTMLDivElement>(null);
  /** Null unless somebody is typing. */
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const [picked, setPicked] = useState<readonly string[]>([]);
  const all = [{ value: '', label: none }, ...options];
  const often = mostPicked(options, picked);
  const groups: Group[] = typed?.trim()
    ? [{ label: null, options: matching(options, typed) }]
    : often.length === 0
      ? [{ label: null, options: all }]
      : [
          { label: null, options: all.slice(0, 1) },
          { label: text('Picked most often'), options: often },
          { label: text('All others'), options: options.filter((option) => !often.includes(option)) },
        ];
  const shown = groups.flatMap((group) => group.options);
  const at = Math.min(active, shown.length - 1);
  const hasNoMatches = isOpen && shown.length === 0;
  useVisiblePopup(popup, isOpen, at);
  useSelectedText(id, typed, value);

  const open = () => {
    if (isOpen) return;
    const before = remembers === undefined ? [] : pickedBefore(remembers);
    const others = options.filter((option) => !mostPicked(options, before).includes(option));
    const order = ['', ...[...mostPicked(options, before), ...others].map((option) => option.value)];
    setPicked(before);
    setActive(Math.max(0, order.indexOf(value)));
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    setTyped(null);
  };
  const pick = (option: PickerOption) => {
    if (option.disabled) return;
    close();
    if (remembers !== undefined && option.value !== '') rememberPicked(remembers, option.value);
    if (option.value !== value) onPick(option.value);
  };
  const leave = () => {
    const meant = typed === null ? undefined : typed.trim() === '' ? all[0] : optionNamed(options, typed);
    if (meant) pick(meant);
    else close();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // These keys choose among the suggestions of an input method.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (!isOpen) open();
      else if (shown.length > 0) setActive((at + step + shown.length) % shown.length);
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault();
      if (shown[at]) pick(shown[at]);
    } else if (event.key === 'Escape' && isOpen) {
      // A dialog around the field stays open.
      event.stopPropagation();
      event.preventDefault();
      close();
    }
  };

  return (
    <span className={styles.picker}>
      <span className={styles.control}>
        <input
          ref={ref}
          id={id}
          type="text"
          role="combobox"
          className={classNames(styles.input, className)}
          aria-expanded={isOpen && !hasNoMatches}
          aria-controls={isOpen && !hasNoMatches ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && shown[at] ? `${listId}-${at}` : undefined}
          aria-describedby={description}
          aria-invalid={isInvalid}
          placeholder={none}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="done"
          value={typed ?? options.find((option) => option.value === value)?.label ?? value}
          onChange={({ currentTarget }) => {
            open();
            setTyped(currentTarget.value);
            setActive(0);
          }}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onClick={({ currentTarget }) => {
            if (!isOpen) currentTarget.select();
            open();
          }}
          onBlur={leave}
          onKeyDown={onKeyDown}
        />
        <ChevronIcon size={16} className={styles.chevron} />
      </span>
      <span className="visually-hidden" role="status">
        {typed?.trim() &&
          (hasNoMatches
            ? text('No matches')
            : countText(shown.length, { one: '{count} match', other: '{count} matches' }))}
      </span>
      {isOpen && (
        // Pressing anything here, such as the scrollbar, leaves the focus in the field.
        // biome-ignore lint/a11y/noStaticElementInteractions: see above.
        <div ref={popup} className={styles.popup} onMouseDown={(event) => event.preventDefault()}>
          {hasNoMatches && (
            <p className={styles.none} aria-hidden="true">
              {text('No matches')}
            </p>
          )}
          {!hasNoMatches && (
            <div id={listId} role="listbox" aria-label={label} className={styles.list}>
              {groups.map((group) => {
                const rows = group.options.map((option) => {
                  const index = shown.indexOf(option);
                  return (
                    // The field keeps the focus and handles the keys.
                    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: see above.
                    <div
                      key={option.value}
                      id={`${listId}-${index}`}
                      role="option"
                      aria-selected={option.value === value}
                      aria-disabled={option.disabled}
                      className={classNames(styles.option, index === at && styles.active)}
                      onClick={() => pick(option)}
                    >
                      {option.label}
                    </div>
                  );
                });
                if (group.label === null) return rows;
                return (
                  // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be inside a listbox.
                  <div key={group.label} role="group" aria-label={group.label}>
                    <p className={styles.group} aria-hidden="true">
                      {group.label}
                    </p>
                    {rows}
                  </div>
                );
              })}
            </div>
          )}
        </div>
      )}
    </span>
  );
}

/** Selects the text of the field that has the focus once nobody is typing in it, so that typing starts over. */
function useSelectedText(id: string, typed: string | null, value: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another value is another text.
  useLayoutEffect(() => {
    const field = document.getElementById(id);
    if (typed === null && field === document.activeElement) (field as HTMLInputElement).select();
  }, [id, typed, value]);
}

/** The least distance to the edge of the window, in pixels. */
const EDGE = 8;

/** Moves the popup to the side if it would not fit in the window, and scrolls to it and to the active option. */
function useVisiblePopup(popup: { readonly current: HTMLElement | null }, isOpen: boolean, active: number): void {
  useLayoutEffect(() => {
    const box = popup.current;
    if (!isOpen || !box) return;
    const moveInside = () => {
      box.style.translate = '';
      const over = box.getBoundingClientRect().right - (document.documentElement.clientWidth - EDGE);
      if (over > 0) box.style.translate = `${-over}px`;
    };
    moveInside();
    box.scrollIntoView({ block: 'nearest' });
    // A ResizeObserver reports before the next paint, unlike the window's `resize` event.
    const watcher = new ResizeObserver(moveInside);
    watcher.observe(document.documentElement);
    return () => watcher.disconnect();
  }, [popup, isOpen]);
  useLayoutEffect(() => {
    if (isOpen) popup.current?.querySelectorAll('[role=option]')[active]?.scrollIntoView({ block: 'nearest' });
  }, [popup, isOpen, active]);
}
