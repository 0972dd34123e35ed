/** Ids on the wire are numbers as text; null for anything else. */
export function parseId(id: string | null): number | null {
  return id !== null && /^[1-9][0-9]{0,14}$/.test(id) ? Number(id) : null;
}
