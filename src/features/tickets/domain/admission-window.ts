const DAY_MS = 24 * 60 * 60 * 1_000;

/** From the first to the last moment at which scanners accept the ticket. */
export interface AdmissionWindow {
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/**
 * Returns when a ticket is accepted: from a day before the earlier of event and departure until two days after the
 * later one. This covers early gates, late coaches and the journey home, but not next year. A ticket with neither is
 * always accepted.
 */
export function admissionWindow(moments: {
  readonly eventStartsAt: Date | null;
  readonly eventEndsAt: Date | null;
  readonly travelTime: Date | null;
}): AdmissionWindow {
  const known = [moments.eventStartsAt, moments.eventEndsAt, moments.travelTime]
    .filter((moment) => moment !== null)
    .map((moment) => moment.getTime());
  if (known.length === 0) return { notBefore: new Date(0), notAfter: new Date(0xffff_ffff * 1_000) };
  return { notBefore: new Date(Math.min(...known) - DAY_MS), notAfter: new Date(Math.max(...known) + 2 * DAY_MS) };
}
