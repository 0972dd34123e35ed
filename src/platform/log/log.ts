import { type Logger, type LoggerOptions, pino } from 'pino';
import type { LogLevel } from '#platform/config/config.ts';
import { prettyLines } from './pretty-lines.ts';
import { addressWithoutSecrets, withoutSecrets } from './without-secrets.ts';

export type Log = Logger;

export interface LogOptions {
  level: LogLevel;
  /** Writes readable lines instead of JSON. */
  pretty?: boolean;
  /** Default: standard output. */
  write?: (line: string) => void;
}

/** Opens a log that hides secrets. Fastify takes it as `loggerInstance`. */
export function openLog(options: LogOptions): Log {
  const write = options.write ?? ((line: string) => process.stdout.write(line));
  const destination = options.pretty ? prettyLines(write) : { write };
  return pino(settings(options.level), {
    // This is the last gate: it sees every value from a message, a field, a child logger or another library.
    write(line: string) {
      destination.write(`${JSON.stringify(withoutSecrets(JSON.parse(line)))}\n`);
    },
  });
}

const settings = (level: LogLevel): LoggerOptions => ({
  level,
  base: null,
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { level: (label) => ({ level: label }) },
  serializers: {
    req: (request: { method?: string; url?: string; ip?: string }) => ({
      method: request.method,
      url: addressWithoutSecrets(request.url ?? ''),
      ip: request.ip,
    }),
    res: (reply: { statusCode?: number }) => ({ status: reply.statusCode }),
    err: withoutSecrets,
    error: withoutSecrets,
  },
});
