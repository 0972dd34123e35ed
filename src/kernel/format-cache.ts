/** A shop has a few formats, for its locale and its items' zones, and a process may serve several shops. */
const MAX_FORMATS = 200;

/** Caches formats, because creating one costs a hundred times as much as using it. */
export function formatCache<Format>(): (key: string, create: () => Format) => Format {
  const formats = new Map<string, Format>();
  return (key, create) => {
    const known = formats.get(key);
    if (known) return known;
    const format = create();
    if (formats.size >= MAX_FORMATS) formats.clear();
    formats.set(key, format);
    return format;
  };
}
