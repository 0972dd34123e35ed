/** A shop has a few formats, for its locale and the zones of its items; a process may serve several shops. */
const MOST_FORMATS = 200;

/** Creating a format costs a hundred times as much as using it. */
export function formatCache<Format>(): (key: string, create: () => Format) => Format {
  const formats = new Map<string, Format>();
  return (key, create) => {
    const known = formats.get(key);
    if (known) return known;
    const format = create();
    if (formats.size >= MOST_FORMATS) formats.clear();
    formats.set(key, format);
    return format;
  };
}
