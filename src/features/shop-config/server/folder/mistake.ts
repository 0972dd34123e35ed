/** Also used for warnings. */
export interface Mistake {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

/** `items/03-saturday.yaml:12: price: expected an amount`, which editors and terminals turn into a link. */
export const describeMistake = ({ file, line, message }: Mistake): string => `${file}:${line}: ${message}`;

export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

export const byPlace = (one: Mistake, other: Mistake): number =>
  one.file < other.file ? -1 : one.file > other.file ? 1 : one.line - other.line;
