/**
 * Writes JSON whose characters all have a code below 256; others are escaped. V8 keeps such a text in one byte for each
 * character, and joins, measures and encodes megabytes of it in a quarter of the time.
 */
export const oneByteJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u0100-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
