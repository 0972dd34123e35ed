/** What can be picked. */
export interface PickerOption {
  value: string;
  label: string;
  disabled?: boolean;
}

/** From this number of options on, a list is searched instead of read. */
export const MANY_OPTIONS = 11;
const MAX_MOST_PICKED = 10;
/** The number of the latest choices that count, so that what was picked often long ago drops out. */
export const MAX_REMEMBERED = 50;

/** Upper and lower case and accents make no difference. */
const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();

/** Returns the options that contain every typed word. Those that begin with the text come first. */
export function matching<Option extends PickerOption>(options: readonly Option[], typed: string): Option[] {
  const wanted = folded(typed);
  const words = wanted.split(/\s+/);
  const found = options.filter(({ label }) => words.every((word) => folded(label).includes(word)));
  const begins = ({ label }: Option) => folded(label).startsWith(wanted);
  return [...found.filter(begins), ...found.filter((option) => !begins(option))];
}

/** Returns the option that the typed text names in full. */
export const optionNamed = (options: readonly PickerOption[], typed: string): PickerOption | undefined =>
  options.find(({ label, disabled }) => !disabled && folded(label) === folded(typed));

/** Returns the ten options that were picked most often, of those that still exist. `picked` begins with the latest. */
export function mostPicked<Option extends PickerOption>(
  options: readonly Option[],
  picked: readonly string[],
): Option[] {
  const values = [...new Set(picked)];
  const times = (value: string) => picked.filter((one) => one === value).length;
  return values
    .sort((one, other) => times(other) - times(one))
    .flatMap((value) => options.filter((option) => option.value === value))
    .slice(0, MAX_MOST_PICKED);
}
