import type { ChangeEvent, ReactNode, Ref } from 'react';
import { classNames } from './class-names.ts';
import { describedBy, FieldError, hintId } from './form-field.tsx';
import { ChevronIcon } from './icons.tsx';
import styles from './radio-cards.module.css';

interface GroupedOption {
  value: string;
  /** The accessible name of the entire card; it contains the label and the note. */
  name: string;
  label: string;
  /** A line below the label. */
  note: string;
  /** Whether the label is struck through. */
  isStruck?: boolean;
  disabled?: boolean;
}

export interface RadioCardGroupsProps {
  /** The group's id; each radio's is `<id>-<value>`. The error summary links to the group. */
  id: string;
  name: string;
  legend: ReactNode;
  value: string;
  onChange?: (event: ChangeEvent<HTMLInputElement>) => void;
  groups: readonly { heading: string; isOpen: boolean; options: readonly GroupedOption[] }[];
  /** Whether groups are folded, except the open ones. */
  folds?: boolean;
  hint?: ReactNode;
  error?: string | undefined;
  /** Refers to the chosen radio, or else to the first that is not disabled. */
  ref?: Ref<HTMLInputElement>;
}

/** For one choice among many short options. */
export function RadioCardGroups({
  id,
  name,
  legend,
  value,
  onChange,
  groups,
  folds = false,
  hint,
  error,
  ref,
}: RadioCardGroupsProps) {
  const enabled = groups.flatMap(({ options }) => options).filter((option) => !option.disabled);
  const first = enabled.find((option) => option.value === value) ?? enabled[0];
  return (
    <div
      id={id}
      role="radiogroup"
      aria-required
      className={styles.group}
      aria-labelledby={`${id}-legend`}
      aria-describedby={describedBy(id, { hint, error })}
    >
      <p id={`${id}-legend`} className={styles.fieldLegend}>
        {legend}
      </p>
      {hint && (
        <div id={hintId(id)} className={styles.fieldHint}>
          {hint}
        </div>
      )}
      {error && <FieldError id={id}>{error}</FieldError>}
      {groups.map(({ heading, isOpen, options }) => (
        <Group key={heading} heading={heading} folds={folds} isOpen={isOpen}>
          {options.map((option) => (
            <SmallCard
              key={option.value}
              ref={option === first ? ref : undefined}
              option={option}
              id={`${id}-${option.value}`}
              name={name}
              isChosen={value === option.value}
              isInvalid={error !== undefined}
              onChange={onChange}
            />
          ))}
        </Group>
      ))}
    </div>
  );
}

interface GroupProps {
  heading: string;
  folds: boolean;
  isOpen: boolean;
  children: ReactNode;
}

function Group({ heading, folds, isOpen, children }: GroupProps) {
  const cards = <div className={styles.smallCards}>{children}</div>;
  if (!folds)
    return (
      <div>
        <p className={styles.heading}>{heading}</p>
        {cards}
      </div>
    );
  return (
    <details open={isOpen} className={styles.fold}>
      <summary className={classNames(styles.heading, styles.foldHead)}>
        {heading}
        <ChevronIcon size={18} className={styles.foldSign} />
      </summary>
      {cards}
    </details>
  );
}

interface SmallCardProps {
  option: GroupedOption;
  id: string;
  name: string;
  isChosen: boolean;
  isInvalid: boolean;
  onChange: ((event: ChangeEvent<HTMLInputElement>) => void) | undefined;
  ref: Ref<HTMLInputElement> | undefined;
}

function SmallCard({ option, id, name, isChosen, isInvalid, onChange, ref }: SmallCardProps) {
  return (
    <label className={classNames(styles.card, styles.smallCard)} htmlFor={id}>
      <input
        ref={ref}
        type="radio"
        id={id}
        name={name}
        value={option.value}
        checked={isChosen}
        onChange={onChange}
        disabled={option.disabled}
        className={styles.dot}
        aria-label={option.name}
        aria-invalid={isInvalid || undefined}
      />
      <span className={styles.words}>
        <span className={option.isStruck ? styles.struck : styles.label}>{option.label}</span>
        <span className={styles.note}>{option.note}</span>
      </span>
    </label>
  );
}
