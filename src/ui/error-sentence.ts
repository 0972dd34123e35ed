export interface NamedField {
  /** The field's name in the sentence. */
  name: string;
  fieldId: string;
}

export interface SentencePiece {
  words: string;
  fieldId?: string | undefined;
}

/**
 * Splits a sentence that lists fields into pieces: each name with its field, and the words between them. Returns null
 * if it does not list these fields in this order.
 */
export function piecesOfSentence(sentence: string, fields: readonly NamedField[]): SentencePiece[] | null {
  const pieces: SentencePiece[] = [];
  let rest = sentence;
  for (const { name, fieldId } of fields) {
    const start = placeInList(rest, name);
    if (start < 0) return null;
    pieces.push({ words: rest.slice(0, start) }, { words: name, fieldId });
    rest = rest.slice(start + name.length);
  }
  return [...pieces, { words: rest }];
}

/** Returns where the name is in the sentence, or -1. Ignores a place where it is only the start of a longer name. */
function placeInList(sentence: string, name: string): number {
  let start = name === '' ? -1 : sentence.indexOf(name);
  while (start >= 0 && !/^(?:[,.]|$)/.test(sentence.slice(start + name.length)))
    start = sentence.indexOf(name, start + 1);
  return start;
}
