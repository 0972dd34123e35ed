import { type Logger, type LoggerOptions, pino } from 'pino';
import type { LogLevel } from '#platform/config/config.ts';
import { prettyLines } from './pretty-lines.ts';
import { addressWithoutSecrets, withoutSecrets } from './without-secrets.ts';

export type Log = Logger;

export interface LogOptions {
  level: LogLevel;
  /** One line for people instead of one JSON object per line. */
  pretty?: boolean;
  /** Where lines go; standard output when absent. */
  write?: (line: string) => void;
}

/** The process's log: JSON lines (or lines for people) on standard output, with everything secret hidden. Fastify takes it as `loggerInstance`. */
export function openLog(options: LogOptions): Log {
  const write = options.write ?? ((line: string) => process.stdout.write(line));
  const destination = options.pretty ? prettyLines(write) : { write };
  return pino(settings(options.level), {
    // The last gate: whatever way a value took into the line (message, field, child, another library), it passes here.
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
