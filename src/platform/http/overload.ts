/** docs/operations.md explains how to choose the values. */
export interface OverloadSettings {
  /**
   * No new visitors are admitted while this many requests run at the same time, those of visitors who are buying
   * included.
   */
  readonly maxNew: number;
  /**
   * Above this delay, in milliseconds, fewer and fewer new requests are admitted. The delay is the average time of a
   * new request, twice the lateness of the event loop, or twice the wait for a connection, whichever is longest.
   */
  readonly busyAfterMs: number;
  readonly maxConnections: number;
}

export const defaultOverload: OverloadSettings = { maxNew: 100, busyAfterMs: 150, maxConnections: 5_000 };
