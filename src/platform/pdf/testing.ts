import { inflateSync } from 'node:zlib';

/** Parts of a PDF document made by pdfkit; this is not a general PDF reader. */
export interface ReadPdf {
  readonly pages: number;
  /** The objects' source without their streams, by number. */
  readonly objects: ReadonlyMap<number, string>;
  /** The drawing instructions of all pages. */
  readonly content: string;
  /** Elements in reading order. */
  readonly structure: readonly StructureElement[];
  /** The XMP packet. */
  readonly metadata: string;
}

interface StructureElement {
  readonly tag: string;
  /** The text that a screen reader reads: from the fonts' Unicode maps, or the replacement text. */
  readonly text: string;
  readonly alternative: string | null;
}

export function readPdf(bytes: Buffer): ReadPdf {
  const objects = new Map<number, string>();
  const streams = new Map<number, Buffer>();
  const source = bytes.toString('latin1');
  for (const match of source.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const id = Number(match[1]);
    const body = match[2]!;
    const start = body.indexOf('stream\n');
    objects.set(id, start === -1 ? body : body.slice(0, start));
    if (start === -1) continue;
    const raw = Buffer.from(body.slice(start + 7, body.lastIndexOf('\nendstream')), 'latin1');
    streams.set(id, /\/Filter \/FlateDecode/.test(objects.get(id)!) ? inflateSync(raw) : raw);
  }
  const pages = [...objects.values()].filter((object) => /\/Type \/Page\b/.test(object));
  const content = pages
    .map((page) => streams.get(Number(/\/Contents (\d+) 0 R/.exec(page)![1]))!.toString('latin1'))
    .join('\n');
  const texts = markedTexts(content, fontMaps(objects, streams));
  const rootId = [...objects].find(([, object]) => /\/Type \/StructTreeRoot/.test(object))?.[0];
  return {
    pages: pages.length,
    objects,
    content,
    structure: rootId === undefined ? [] : elementsBelow(objects.get(rootId)!, objects, texts),
    metadata: [...objects]
      .filter(([, one]) => /\/Type \/Metadata/.test(one))
      .map(([id]) => streams.get(id)!.toString())
      .join(''),
  };
}

/** Returns instructions that paint outside marked content, which mean nothing to a screen reader. */
export function unmarkedPainting(content: string): string[] {
  let depth = 0;
  return content.split('\n').filter((line) => {
    const operator = line.trim().split(/\s+/).at(-1) ?? '';
    if (operator === 'BDC' || operator === 'BMC') depth += 1;
    if (operator === 'EMC') depth -= 1;
    return depth === 0 && /^(Tj|TJ|f|f\*|F|S|s|B|B\*|b|Do|sh)$/.test(operator);
  });
}

/** Returns the texts of a content stream by marked-content id. */
function markedTexts(content: string, fonts: ReadonlyMap<string, ReadonlyMap<number, string>>): Map<number, string> {
  const texts = new Map<number, string>();
  let marked: number | null = null;
  let font: ReadonlyMap<number, string> = new Map();
  for (const line of content.split('\n')) {
    const id = /\/MCID (\d+)/.exec(line);
    if (id) marked = Number(id[1]);
    if (line.trim() === 'EMC') marked = null;
    const chosen = /^\/(F\d+) [\d.]+ Tf/.exec(line.trim());
    if (chosen) font = fonts.get(chosen[1]!) ?? new Map();
    if (marked === null || !/TJ$/.test(line.trim())) continue;
    for (const [, hex] of line.matchAll(/<([0-9a-f]+)>/g)) {
      const glyphs = hex!.match(/.{4}/g) ?? [];
      const text = glyphs.map((glyph) => font.get(Number.parseInt(glyph, 16)) ?? '\ufffd').join('');
      texts.set(marked, (texts.get(marked) ?? '') + text);
    }
  }
  return texts;
}

function fontMaps(
  objects: ReadonlyMap<number, string>,
  streams: ReadonlyMap<number, Buffer>,
): Map<string, Map<number, string>> {
  const maps = new Map<string, Map<number, string>>();
  const names = [...objects.values()].flatMap((object) => [...object.matchAll(/\/(F\d+) (\d+) 0 R/g)]);
  for (const [, name, id] of names) {
    const unicode = /\/ToUnicode (\d+) 0 R/.exec(objects.get(Number(id)) ?? '');
    if (!unicode) continue;
    const map = new Map<number, string>();
    const cmap = streams.get(Number(unicode[1]))!.toString('latin1');
    for (const [, first, , list] of cmap.matchAll(/<([0-9a-f]{4})> <([0-9a-f]{4})> \[([^\]]*)\]/g)) {
      [...list!.matchAll(/<([0-9a-f ]*)>/g)].forEach(([, hex], index) => {
        const units = hex!.replaceAll(' ', '').match(/.{4}/g) ?? [];
        map.set(
          Number.parseInt(first!, 16) + index,
          String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16))),
        );
      });
    }
    maps.set(name!, map);
  }
  return maps;
}

function elementsBelow(
  parent: string,
  objects: ReadonlyMap<number, string>,
  texts: ReadonlyMap<number, string>,
): StructureElement[] {
  return kids(parent).flatMap((kid) => {
    const element = 'id' in kid ? objects.get(kid.id)! : null;
    if (!element) return [];
    const tag = /\/S \/(\w+)/.exec(element)![1]!;
    const own = { tag, text: textBelow(element, objects, texts), alternative: textEntry(element, 'Alt') };
    const grouping = tag === 'Document' || tag === 'Sect';
    return grouping ? elementsBelow(element, objects, texts) : [own];
  });
}

function textBelow(element: string, objects: ReadonlyMap<number, string>, texts: ReadonlyMap<number, string>): string {
  const actual = textEntry(element, 'ActualText');
  if (actual !== null) return actual;
  return kids(element)
    .map((kid) => ('id' in kid ? textBelow(objects.get(kid.id)!, objects, texts) : (texts.get(kid.content) ?? '')))
    .join('');
}

function kids(element: string): ({ id: number } | { content: number })[] {
  const list = /\/K \[([^\]]*)\]/.exec(element)?.[1] ?? '';
  return [...list.matchAll(/(\d+) 0 R|(\d+)/g)].map(([, id, content]) =>
    id === undefined ? { content: Number(content) } : { id: Number(id) },
  );
}

/** Reads a text entry: Latin-1, or UTF-16 with a byte order mark. */
function textEntry(object: string, name: string): string | null {
  const found = new RegExp(`/${name} \\(((?:\\\\[\\s\\S]|[^\\\\)])*)\\)`).exec(object);
  if (!found) return null;
  const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
  const bytes = Buffer.from(
    found[1]!.replace(/\\([\s\S])/g, (_, character: string) => escapes[character] ?? character),
    'latin1',
  );
  return bytes[0] === 0xfe && bytes[1] === 0xff
    ? bytes.subarray(2).swap16().toString('utf16le')
    : bytes.toString('latin1');
}
