import { backupCommand } from './backup.ts';
import { type Command, UsageProblem } from './command.ts';
import { customerCommands } from './customers.ts';
import { doctorCommand } from './doctor.ts';
import { eventCommands } from './events.ts';
import { exportCommand } from './export.ts';
import { givenUpCommands } from './given-up.ts';
import { heldCommands } from './held.ts';
import { importCommand } from './import.ts';
import { invoiceCommands } from './invoices.ts';
import { keyCommands } from './keys.ts';
import { listCommands } from './lists.ts';
import { migrateCommand } from './migrate.ts';
import { orderCommands } from './orders.ts';
import { paymentCommands } from './payments.ts';
import { planCommands } from './plans.ts';
import { refundCommands } from './refunds.ts';
import { reportCommands } from './reports.ts';
import { restoreCommand } from './restore.ts';
import { staffCommands } from './staff.ts';
import { voucherCommands } from './vouchers.ts';
import { waitingRoomCommands } from './waiting-room.ts';

const commands: readonly Command[] = [
  importCommand,
  exportCommand,
  doctorCommand,
  backupCommand,
  restoreCommand,
  migrateCommand,
  ...orderCommands,
  ...paymentCommands,
  ...givenUpCommands,
  ...planCommands,
  ...eventCommands,
  ...listCommands,
  ...refundCommands,
  ...invoiceCommands,
  ...reportCommands,
  ...voucherCommands,
  ...heldCommands,
  ...waitingRoomCommands,
  ...customerCommands,
  ...keyCommands,
  ...staffCommands,
];

const HELP = ['help', '--help', '-h'];

/** Runs one command and returns the exit code: 0 done, 1 failed, 2 wrong usage or refused. */
export async function runCommand(words: readonly string[]): Promise<number> {
  const [name, ...rest] = words;
  if (name === undefined || HELP.includes(name)) {
    const about = rest.filter((word) => !word.startsWith('-'));
    process.stdout.write(about.length > 0 ? helpFor(about) : usage(commands));
    return 0;
  }
  const found = commandOf(words);
  if (!found) {
    const family = commands.filter((command) => command.name.startsWith(`${name} `));
    const asksForHelp = rest.length === 0 || rest.some((word) => HELP.includes(word));
    if (family.length === 0) process.stderr.write(`Unknown command "${name}".\n`);
    else if (!asksForHelp) process.stderr.write(`Unknown command "${name} ${rest[0]}".\n`);
    process.stdout.write(usage(family.length > 0 ? family : commands));
    return family.length > 0 && asksForHelp ? 0 : 2;
  }
  const { command, words: own } = found;
  if (own.some((word) => word === '--help' || word === '-h')) {
    process.stdout.write(helpOf(command));
    return 0;
  }
  try {
    return await command.run(own);
  } catch (error) {
    if (!(error instanceof UsageProblem)) throw error;
    process.stderr.write(`${error.message}\nNothing was changed.\n\n  ${howToWrite(command)}\n`);
    return 2;
  }
}

/** Finds the command with the longest matching name, and the words after it. */
function commandOf(words: readonly string[]): { command: Command; words: readonly string[] } | undefined {
  for (const length of [2, 1]) {
    const command = commands.find(({ name }) => name === words.slice(0, length).join(' '));
    if (command) return { command, words: words.slice(command.name.split(' ').length) };
  }
  return undefined;
}

const howToWrite = ({ name, takes }: Command): string => `npm run shop -- ${name} ${takes}`.trimEnd();

function helpFor(words: readonly string[]): string {
  const found = commandOf(words);
  if (found) return helpOf(found.command);
  const family = commands.filter((command) => command.name.startsWith(`${words[0]} `));
  return usage(family.length > 0 ? family : commands);
}

function helpOf(command: Command): string {
  const options = command.options ?? [];
  const width = Math.max(0, ...options.map(([option]) => option.length));
  return [
    howToWrite(command),
    '',
    command.does,
    ...(options.length > 0 ? ['', ...options.map(([option, means]) => `  ${option.padEnd(width)}  ${means}`)] : []),
    ...(command.more ? ['', command.more] : []),
    '',
  ].join('\n');
}

/** Short help leaves out arguments longer than this many characters; `--help` shows them. */
const MAX_TAKES_LENGTH = 24;

function usage(shown: readonly Command[]): string {
  const written = shown.map(({ name, takes }) =>
    `${name} ${takes.length > MAX_TAKES_LENGTH ? '...' : takes}`.trimEnd(),
  );
  const width = Math.max(...written.map((words) => words.length));
  const lines = shown.map(({ does }, index) => `  ${written[index]!.padEnd(width)}  ${does}`);
  return `npm run shop -- <command>    (add --help for its arguments and options)\n\n${lines.join('\n')}\n`;
}
