/** A file that is not what it claims to be. None of it is booked. */
export class UnreadableFile extends Error {
  readonly file: string;
  constructor(file: string, detail: string) {
    super(detail);
    this.file = file;
  }
}

export class TooMuch extends Error {
  readonly file: string;
  readonly what: 'bytes' | 'entries' | 'files';
  constructor(file: string, what: 'bytes' | 'entries' | 'files') {
    super(what);
    this.file = file;
    this.what = what;
  }
}
