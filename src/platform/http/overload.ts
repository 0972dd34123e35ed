/** From where on a shop has more to do than it can; docs/operations.md says how they are chosen. */
export interface OverloadSettings {
  /** How many requests that begin something new are worked on at once when nothing waits. */
  readonly mostNew: number;
  /**
   * From this delay on, of the event loop or in the queue for a database connection, fewer and fewer new ones are let in.
   * Milliseconds.
   */
  readonly busyAfterMs: number;
  /** Connections at once. */
  readonly mostConnections: number;
}

export const defaultOverload: OverloadSettings = { mostNew: 200, busyAfterMs: 80, mostConnections: 5_000 };
