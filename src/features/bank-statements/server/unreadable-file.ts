/** Thrown for a file that is not in the format it claims. None of it is booked. */
export class UnreadableFile extends Error {
  readonly file: string;
  constructor(file: string, detail: string) {
    super(detail);
    this.file = file;
  }
}

export class LimitExceeded extends Error {
  readonly file: string;
  readonly what: 'bytes' | 'entries' | 'files';
  constructor(file: string, what: 'bytes' | 'entries' | 'files') {
    super(what);
    this.file = file;
    this.what = what;
  }
}
