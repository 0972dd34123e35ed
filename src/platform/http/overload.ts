/** docs/operations.md explains how to choose the values. */
export interface OverloadSettings {
  /** The most new requests at the same time when nothing waits. */
  readonly mostNew: number;
  /**
   * From this delay on, in milliseconds, fewer and fewer new requests are admitted. The delay is the average time of a
   * new request, or twice the lateness of the event loop or the wait for a database connection.
   */
  readonly busyAfterMs: number;
  readonly mostConnections: number;
}

export const defaultOverload: OverloadSettings = { mostNew: 100, busyAfterMs: 150, mostConnections: 5_000 };
