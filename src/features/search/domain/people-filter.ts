export interface PeopleFilter {
  /** Anything that the search understands; empty: all. */
  readonly text: string;
  /** Known from this moment on. */
  readonly from: Date | null;
  /** Known before this moment. */
  readonly until: Date | null;
}
