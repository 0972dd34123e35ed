import controls from '../control.module.css';
import { describedBy, FieldFrame, type FieldFrameProps } from '../form-field.tsx';
import { SelectField } from '../select-field.tsx';
import { Picker } from './picker.tsx';
import { MANY_OPTIONS, type PickerOption } from './picker-options.ts';
import { useLastKnown } from './use-last-known.ts';

interface PickerFieldProps extends Omit<FieldFrameProps, 'label' | 'optional' | 'marked'> {
  label: string;
  /** Empty if nothing is picked. */
  value: string;
  /** Null while they are not known yet. */
  options: readonly PickerOption[] | null;
  /** What it means to pick nothing, such as "Any". */
  none: string;
  /** See `Picker`. */
  remembers?: string;
  onPick: (value: string) => void;
}

/** A native select for up to ten options, because phones show their own picker. More options are searched. */
export function PickerField({ none, remembers, onPick, options: known, ...field }: PickerFieldProps) {
  const { id, label, value, hint, error, className } = field;
  const options = useLastKnown(known);
  if (options.length < MANY_OPTIONS)
    return (
      <SelectField
        {...field}
        options={options}
        placeholder={none}
        onChange={({ currentTarget }) => onPick(currentTarget.value)}
      />
    );
  return (
    <FieldFrame {...{ id, label, hint, error, className }}>
      <Picker
        {...{ id, label, value, options, none, remembers, onPick }}
        className={controls.control}
        aria-describedby={describedBy(id, { hint, error })}
        aria-invalid={error ? true : undefined}
      />
    </FieldFrame>
  );
}
