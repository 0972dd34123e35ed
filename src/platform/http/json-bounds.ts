import type { FastifyInstance } from 'fastify';

/** Nesting depth, far above that of any request of the contract. */
const MAX_DEPTH = 16;
/** Fields and list members in total. */
const MAX_PARTS = 2_000;

const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;
const OPENS = new Set([91, 123]);
const CLOSES = new Set([93, 125]);

/** Whether a text is cheap to parse as JSON, judging by its brackets and commas. */
export function isBounded(text: string): boolean {
  let levels = 0;
  let parts = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) at = endOfString(text, at);
    else if (character === COMMA) parts += 1;
    else if (OPENS.has(character)) {
      levels += 1;
      parts += 1;
    } else if (CLOSES.has(character)) levels -= 1;
    if (levels > MAX_DEPTH || parts > MAX_PARTS) return false;
  }
  return true;
}

/** Returns the text's end if the string that begins at `start` does not end. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === BACKSLASH) at += 1;
    else if (character === QUOTE) return at;
  }
  return text.length;
}

/** Parses request bodies as JSON, but refuses those that are too deep or have too many parts. */
export function boundJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isBounded(body as string)) return parse(request, body as string, done);
    done(Object.assign(new Error('The JSON has too many parts'), { code: 'JSON_TOO_LARGE', statusCode: 413 }));
  });
}
