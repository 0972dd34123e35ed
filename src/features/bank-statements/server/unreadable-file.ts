import type { WhyUnreadable } from '../domain/statement.ts';

/** Thrown for a file that is not in the format it claims. None of it is booked. */
export class UnreadableFile extends Error {
  readonly file: string;
  readonly why: WhyUnreadable;
  constructor(file: string, why: WhyUnreadable) {
    super(why.kind);
    this.file = file;
    this.why = why;
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
