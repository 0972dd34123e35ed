/** From where on a shop has more to do than it can; docs/operations.md says how they are chosen. */
export interface OverloadSettings {
  /** How many requests that begin something new are worked on at once when nothing waits. */
  readonly mostNew: number;
  /**
   * From here on fewer and fewer new ones are let in, in milliseconds: what a new one takes on average, or twice what the event
   * loop is late or somebody waits for a database connection.
   */
  readonly busyAfterMs: number;
  /** Connections at once. */
  readonly mostConnections: number;
}

export const defaultOverload: OverloadSettings = { mostNew: 100, busyAfterMs: 150, mostConnections: 5_000 };
