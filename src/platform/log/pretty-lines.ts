const FAINT = '\u001b[2m';
const PLAIN = '\u001b[0m';
const COLOURS: Record<string, string> = { warn: '\u001b[33m', error: '\u001b[31m', fatal: '\u001b[31m' };

interface Line {
  level: string;
  time: string;
  msg?: string;
  err?: { message?: string; stack?: string };
  req?: { method: string; url: string };
  res?: { status: number };
  responseTime?: number;
  [field: string]: unknown;
}

/** Turns JSON lines into readable ones: time, level (unless it is info), message, and other fields. */
export function prettyLines(
  write: (line: string) => void,
  colours = process.stdout.isTTY === true,
): { write(line: string): void } {
  const paint = (colour: string | undefined, text: string) => (colours && colour ? `${colour}${text}${PLAIN}` : text);
  return {
    write(json) {
      const { level, time, msg, err, req, res, responseTime, reqId: _, ...rest } = JSON.parse(json) as Line;
      const parts = [
        paint(FAINT, time.slice(11, 19)),
        level === 'info' ? '' : paint(COLOURS[level] ?? FAINT, level),
        req ? `${req.method} ${req.url}` : '',
        res ? String(res.status) : '',
        responseTime === undefined ? '' : paint(FAINT, `${Math.round(responseTime)} ms`),
        msg ?? '',
        Object.keys(rest).length > 0 ? paint(FAINT, JSON.stringify(rest)) : '',
        err && msg !== err.message ? (err.message ?? '') : '',
      ];
      write(`${parts.filter(Boolean).join(' ')}\n${err?.stack ? `${paint(FAINT, err.stack)}\n` : ''}`);
    },
  };
}
