const MAX_BYTES = 5_000_000;

/** Elements that draw or describe. All others are refused, such as those that run, embed, animate or link. */
const DRAWING = new Set(
  `svg g defs symbol use title desc metadata path rect circle ellipse line polyline polygon text tspan textPath
   linearGradient radialGradient stop pattern mask clipPath marker filter feBlend feColorMatrix feComponentTransfer
   feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB
   feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight
   feTile feTurbulence style switch image`.split(/\s+/),
);
const TAG = /<(\/?)([A-Za-z_][\w:.-]*)((?:\s+[A-Za-z_:][\w:.-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
const ATTRIBUTE = /([A-Za-z_:][\w:.-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g;
const EMBEDDED_PICTURE = /^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/=\s]+$/;

/**
 * Returns why an SVG is refused; null if it only draws. It must be well-formed UTF-8 without a document type or
 * entities, with drawing elements only, no event handlers, and references only to its own parts or embedded bitmaps. It
 * is rasterised later, so no SVG reaches a browser; these rules keep the rasteriser from reading files or the network.
 */
export function svgRefusal(source: Uint8Array): string | null {
  if (source.byteLength > MAX_BYTES) return 'an SVG of more than 5 MB';
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(source);
  } catch {
    return 'an SVG that is not UTF-8';
  }
  const declaration = /^\s*<\?xml(?=\s)[^?]*\?>/.exec(text)?.[0] ?? '';
  if (/encoding/.test(declaration) && !/encoding\s*=\s*["']utf-8["']/i.test(declaration))
    return 'an SVG that is not UTF-8';
  const body = text.slice(declaration.length).replace(/<!--(?:[^-]|-(?!-))*-->/g, '');
  if (/<!DOCTYPE|<!ENTITY|<!\[|<!--/i.test(body)) return 'an SVG with a document type, entities or CDATA';
  if (body.includes('<?')) return 'an SVG with processing instructions';
  return elementsRefusal(body);
}

function elementsRefusal(body: string): string | null {
  const open: string[] = [];
  let seen = 0;
  let at = 0;
  for (;;) {
    const next = body.indexOf('<', at);
    const between = body.slice(at, next === -1 ? undefined : next);
    if (open.at(-1) === 'style') {
      const refusal = styleRefusal(between);
      if (refusal) return refusal;
    } else if (open.length === 0 && between.trim() !== '') return 'an SVG with text outside its root';
    if (/&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-f]+);)/i.test(between)) return 'an SVG with an entity';
    if (next === -1) break;
    TAG.lastIndex = next;
    const tag = TAG.exec(body);
    if (!tag) return 'an SVG that is not well formed';
    at = TAG.lastIndex;
    const [, closing, name, attributes, selfClosing] = tag;
    const local = name!.startsWith('svg:') ? name!.slice(4) : name!;
    if (closing) {
      if (open.pop() !== local || attributes) return 'an SVG that is not well formed';
      continue;
    }
    if (open.length === 0 && (seen > 0 || local !== 'svg')) return 'an SVG whose root is not one svg element';
    seen += 1;
    const isEditorNote = local.includes(':') && open.includes('metadata');
    if (!DRAWING.has(local) && !/^(?:sodipodi|inkscape):/.test(local) && !isEditorNote) return `an SVG with <${local}>`;
    const refusal = attributesRefusal(attributes ?? '');
    if (refusal) return refusal;
    if (!selfClosing) open.push(local);
  }
  if (open.length > 0 || seen === 0) return 'an SVG that is not well formed';
  return null;
}

function attributesRefusal(attributes: string): string | null {
  for (const [, name, inDouble, inSingle] of attributes.matchAll(ATTRIBUTE)) {
    const value = inDouble ?? inSingle ?? '';
    const local = name!.replace(/^.*:/, '').toLowerCase();
    if (local.startsWith('on')) return `an SVG with an event handler (${name})`;
    if (local === 'base') return 'an SVG with another base address';
    if (/&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-f]+);)/i.test(value)) return 'an SVG with an entity';
    if ((local === 'href' || local === 'src') && !/^#/.test(value) && !EMBEDDED_PICTURE.test(value)) {
      return `an SVG that refers to something outside (${value.slice(0, 40)})`;
    }
    if (!name!.startsWith('xmlns')) {
      const refusal = styleRefusal(value);
      if (refusal) return refusal;
    }
  }
  return null;
}

/**
 * Styles may only refer to parts of the picture. Escapes could hide a reference, so they are refused where one could
 * start.
 */
function styleRefusal(style: string): string | null {
  if (/@import|expression\s*\(|javascript:/i.test(style)) return 'an SVG whose styles load something';
  for (const [reference] of style.matchAll(/url\s*\([^)]*\)?/gi)) {
    if (!/^url\s*\(\s*(["']|&quot;|&apos;)?#[^)]*\)$/i.test(reference)) {
      return `an SVG that refers to something outside (${reference.slice(0, 40)})`;
    }
  }
  return /\\/.test(style) ? 'an SVG with escapes in its styles' : null;
}
