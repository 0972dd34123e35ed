export interface PeopleFilter {
  /** Anything that the search understands; empty: all. */
  readonly text: string;
  /** The account was created from this moment on. */
  readonly from: Date | null;
  /** The account was created before this moment. */
  readonly until: Date | null;
}
