import box from '../checkbox.module.css';
import styles from './choice-box.module.css';

interface ChoiceBoxProps {
  /** The label for assistive technology. */
  label: string;
  checked: boolean;
  /** Whether some but not all of the rows that the box represents are chosen. */
  isPart?: boolean;
  /** `isRange`: the shift key was held, so the choice applies to all rows from the last chosen one to this one. */
  onChange: (checked: boolean, isRange: boolean) => void;
}

/** Chooses a row of a list, or all of its rows. */
export function ChoiceBox({ label, checked, isPart = false, onChange }: ChoiceBoxProps) {
  return (
    <label className={styles.target}>
      <input
        type="checkbox"
        className={box.box}
        aria-label={label}
        checked={checked}
        ref={(input) => {
          if (input) input.indeterminate = isPart;
        }}
        onChange={({ currentTarget, nativeEvent }) =>
          onChange(currentTarget.checked, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
        }
      />
    </label>
  );
}
