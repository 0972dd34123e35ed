/** One request to PostgreSQL, up to the point where the client waits for the answer. */
export interface Request {
  /** The unchanged bytes, to pass on. */
  readonly bytes: Buffer;
  /** The SQL; null for startup, password and terminate messages. */
  readonly text: string | null;
}

/** Splits what a client sends into requests: a plain query, or everything up to a Sync. */
export function requestReader(): (chunk: Buffer) => Request[] {
  let rest: Buffer = Buffer.alloc(0);
  let isGreeted = false;
  let begun: Buffer[] = [];
  let text: string | null = null;
  /** Texts of prepared statements, because later calls contain only the name. */
  const prepared = new Map<string, string>();
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const requests: Request[] = [];
    for (;;) {
      // Only the startup message has no letter before its length.
      const header = isGreeted ? 5 : 4;
      if (rest.length < header) return requests;
      const length = rest.readInt32BE(header - 4) + header - 4;
      if (rest.length < length) return requests;
      const message = rest.subarray(0, length);
      rest = rest.subarray(length);
      const letter = isGreeted ? String.fromCharCode(message[0]!) : 'greeting';
      isGreeted = true;
      begun.push(message);
      if (letter === 'Q') text = message.toString('utf8', 5, length - 1);
      if (letter === 'P') {
        const [name, statement] = textsOf(message) as [string, string];
        prepared.set(name, statement);
        text = statement;
      }
      if (letter === 'B') text = prepared.get(textsOf(message)[1]!) ?? null;
      if (['P', 'B', 'D', 'E', 'C'].includes(letter)) continue;
      requests.push({ bytes: Buffer.concat(begun), text });
      begun = [];
      text = null;
    }
  };
}

/** Returns the zero-terminated texts at the beginning of a message. */
const textsOf = (message: Buffer): string[] => message.toString('utf8', 5).split('\0', 3);

/** One piece of what a server sends. */
export interface Answer {
  readonly bytes: Buffer;
  /** Whether the answer is complete, so that the server waits for the next request. */
  readonly isReady: boolean;
}

/** Splits what a server sends into answers. Of an incomplete answer, it returns the complete messages. */
export function answerReader(): (chunk: Buffer) => Answer[] {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const answers: Answer[] = [];
    let end = 0;
    while (rest.length - end >= 5) {
      const next = end + rest.readInt32BE(end + 1) + 1;
      if (rest.length < next) break;
      const isReady = rest[end] === 0x5a;
      end = next;
      if (!isReady) continue;
      answers.push({ bytes: rest.subarray(0, end), isReady });
      rest = rest.subarray(end);
      end = 0;
    }
    if (end > 0) {
      answers.push({ bytes: rest.subarray(0, end), isReady: false });
      rest = rest.subarray(end);
    }
    return answers;
  };
}

/** Returns the message with which a server refuses a connection. */
export function errorMessage({ code, message }: { code: string; message: string }): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const header = Buffer.alloc(5);
  header.write('E');
  header.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([header, fields]);
}
