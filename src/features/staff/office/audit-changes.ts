interface ShownChange {
  readonly name: string;
  /** Undefined for a fact that did not change. */
  readonly before?: string;
  readonly after: string;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Words, numbers and lists as they are; everything else as JSON. */
const shown = (value: unknown): string => {
  if (value === undefined || value === null) return '–';
  if (Array.isArray(value)) return value.map(shown).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** The details of an entry, line by line: what changed from `before` to `after`, and the other facts. */
export function changesOf(details: Readonly<Record<string, unknown>>): ShownChange[] {
  const { before, after, ...facts } = details;
  const names = new Set([...Object.keys(isRecord(before) ? before : {}), ...Object.keys(isRecord(after) ? after : {})]);
  const changes = [...names].map((name) => ({
    name,
    before: shown(isRecord(before) ? before[name] : undefined),
    after: shown(isRecord(after) ? after[name] : undefined),
  }));
  return [...changes, ...Object.entries(facts).map(([name, value]) => ({ name, after: shown(value) }))];
}
