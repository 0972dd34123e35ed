import box from '../checkbox.module.css';
import styles from './choice-box.module.css';

interface ChoiceBoxProps {
  /** For assistive technology. */
  label: string;
  checked: boolean;
  /** Some but not all of what it stands for. */
  isPart?: boolean;
  /** `reaches`: with the shift key, from the last one to this one. */
  onChange: (checked: boolean, reaches: boolean) => void;
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
