import { runCommand } from '#apps/cli/run-command.ts';
import type { TestDatabase } from './database.ts';

/** The secret key of commands. A shop whose sealed data they must open needs `keyFrom(COMMAND_SECRET)`. */
export const COMMAND_SECRET = 'a key for tests that protects nothing at all';

export interface CommandAnswer {
  code: number;
  out: string;
  err: string;
}

/**
 * Runs an operator's command in this process, on a test's database and at a test's time, because starting a program for
 * each would take seconds. `main.server.test.ts` shows that the program itself works.
 */
export async function runShop(
  { database, now }: { database: TestDatabase; now: Date },
  ...words: string[]
): Promise<CommandAnswer> {
  await database.db.run(
    'update clock_shift set shift_ms = round(extract(epoch from ($1::timestamptz - clock_timestamp())) * 1000)',
    [now],
  );
  return await runWith({ DATABASE_URL: database.url }, ...words);
}

/** Runs a command with this environment; an empty variable counts as absent. */
export async function runWith(environment: Record<string, string>, ...words: string[]): Promise<CommandAnswer> {
  const answer: CommandAnswer = { code: -1, out: '', err: '' };
  const restores = [
    setEnvironment({
      SHOP_ENV: 'test',
      SECRET_KEY: COMMAND_SECRET,
      SHOP_URL: 'http://127.0.0.1:1',
      SUDO_USER: 'box-office',
      ...environment,
    }),
    capture(process.stdout, (text) => (answer.out += text)),
    capture(process.stderr, (text) => (answer.err += text)),
  ];
  try {
    answer.code = await runCommand(words);
  } finally {
    for (const restore of restores) restore();
  }
  return answer;
}

function setEnvironment(changes: Record<string, string>): () => void {
  const before = Object.keys(changes).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, changes);
  return () => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
}

function capture(stream: NodeJS.WriteStream, take: (text: string) => void): () => void {
  const { write } = stream;
  stream.write = ((text: string) => {
    take(text);
    return true;
  }) as typeof write;
  return () => {
    stream.write = write;
  };
}
