/** Returns the body of a provider's answer. Throws if it is too long or incomplete. */
export async function boundedText(response: Response, longest: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    // Leaving the loop ends the connection.
    if (length > longest) throw new Error('the answer is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Returns why a request failed: the error of `fetch` only says that it did. */
export function causeOf(error: unknown): string {
  const { cause, message } = error as Error;
  return oneLine(cause instanceof Error && cause.message ? cause.message : message);
}

/** A provider's words, short enough for a log and for the operator. */
export const oneLine = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ').slice(0, 300);
