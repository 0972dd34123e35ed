import { staffSetup } from '#apps/server/staff-setup.ts';
import { ROLES, type Role } from '#features/staff/domain/permissions.ts';
import {
  type ColleagueRow,
  endSessionsOf,
  findColleagueByEmail,
  inviteAgain,
  inviteStaff,
  listColleagues,
  resetSignIn,
  type StaffParts,
  staffParts,
  suspend,
} from '#features/staff/server/public.ts';
import { isEmailAddress } from '#kernel/email.ts';
import { type Command, print, printRefusal, UsageProblem } from './command.ts';
import { plain, tableText } from './table.ts';
import { momentText } from './values.ts';
import { actorHelp, actorOption, type OperatorShop, withOperator } from './with-operator.ts';
import { readWords } from './words.ts';

const ROLE_NAMES = ROLES.join(', ');

const partsOf = ({ config, db, shop }: OperatorShop): StaffParts =>
  staffParts(staffSetup(config, { db, loadShop: async () => shop }));

/** The command line acts for the operator, who is not limited by any role. */
const byOperator = ({ actor }: OperatorShop) => ({ actor, giver: null });

const inviteCommand: Command = {
  name: 'staff invite',
  takes: '<email> --name NAME (--owner | --roles ROLES)',
  does: 'Invite someone to the office. Prints the link, which is also emailed and is valid for 48 hours. If the person already has an open invitation, creates a new link.',
  options: [
    ['--name NAME', 'Their name, as colleagues and the audit log show it.'],
    ['--owner', 'Make them an owner. The first person should be one.'],
    ['--roles ROLES', `One or more of ${ROLE_NAMES}, separated by commas.`],
    actorHelp,
  ],
  async run(words) {
    const { values, positionals } = readWords(words, {
      options: { ...actorOption, name: { type: 'string' }, owner: { type: 'boolean' }, roles: { type: 'string' } },
      takes: ['The email address'],
    });
    const email = emailOf(positionals[0]!);
    return await withOperator(values.as, async (operator) => {
      const parts = partsOf(operator);
      const known = await findColleagueByEmail(operator.db, email);
      if (known?.invitedAt) {
        const isChanged = values.name !== undefined || values.roles !== undefined || values.owner;
        if (isChanged) return printRefusal(openInvitationText(known));
        const again = await inviteAgain(parts, known.id, byOperator(operator), operator.now);
        if (!again.ok) return printRefusal(refusalText(email, again.error.kind));
        return printLink(known, again.value.link);
      }
      const name = values.name?.replace(/\s+/gu, ' ').trim() ?? '';
      if (name === '' || name.length > 120) throw new UsageProblem('--name must have 1 to 120 characters.');
      const roles = rolesOf(values.roles, values.owner === true);
      const invited = await inviteStaff(parts, { name, email, roles }, byOperator(operator), operator.now);
      if (!invited.ok) return printRefusal(refusalText(email, invited.error.kind));
      return printLink({ name, email }, invited.value.link);
    });
  },
};

const openInvitationText = ({ name, email, roles }: ColleagueRow): string =>
  `${plain(name)} (${roles.join(', ')}) has an open invitation. For a new link, run staff invite ${plain(email)} without --name, --owner and --roles. For another name or other roles, withdraw the invitation in the office first.`;

function printLink({ name, email }: { readonly name: string; readonly email: string }, link: string): number {
  print(`${plain(name)} has been invited. The link was emailed to ${plain(email)} and is valid for 48 hours:`);
  print(link);
  return 0;
}

const listCommand: Command = {
  name: 'staff list',
  takes: '',
  does: 'List everyone who works in the office, with roles, sign-in methods and when they were last seen.',
  async run(words) {
    readWords(words, { takes: [] });
    return await withOperator(undefined, async ({ db, config, shop, now }) => {
      const people = await listColleagues(db, { includesDemo: config.shopEnv !== 'production' });
      if (people.length === 0) {
        print('Nobody works in the office yet: npm run shop -- staff invite <email> --name NAME --owner');
        return 0;
      }
      const rows = people.map((person) => [
        plain(person.name),
        plain(person.email),
        person.roles.join(', '),
        factorsOf(person),
        stateOf(person, now),
        person.lastSeenAt ? momentText(person.lastSeenAt, shop) : 'never',
      ]);
      print(tableText([['NAME', 'EMAIL', 'ROLES', 'SIGN-IN', 'STATE', 'LAST SEEN'], ...rows]));
      return 0;
    });
  },
};

function factorsOf({ passkeys, codeAppAddedAt, passwordHash }: ColleagueRow): string {
  const factors = [
    ...(passkeys > 0 ? [`${passkeys} ${passkeys === 1 ? 'passkey' : 'passkeys'}`] : []),
    ...(passwordHash && codeAppAddedAt ? ['authenticator app'] : []),
  ];
  return factors.join(', ') || 'none yet';
}

function stateOf({ suspendedAt, inviteEndsAt, isDemo }: ColleagueRow, now: Date): string {
  if (suspendedAt) return 'suspended';
  if (inviteEndsAt) return inviteEndsAt > now ? 'invited' : 'invitation expired';
  return isDemo ? 'demo' : 'active';
}

/** Makes a command that acts on one person, who is named by email address. */
function personCommand(
  command: Pick<Command, 'name' | 'does'> & { readonly takes?: string; readonly options?: Command['options'] },
  act: (operator: OperatorShop, parts: StaffParts, person: ColleagueRow, undo: boolean) => Promise<number>,
): Command {
  return {
    ...command,
    takes: command.takes ?? '<email>',
    options: [...(command.options ?? []), actorHelp],
    async run(words) {
      const { values, positionals } = readWords(words, {
        options: { ...actorOption, ...(command.options && { undo: { type: 'boolean' as const } }) },
        takes: ['The email address'],
      });
      const email = emailOf(positionals[0]!);
      return await withOperator(values.as, async (operator) => {
        const person = await findColleagueByEmail(operator.db, email);
        if (!person) return printRefusal(refusalText(email, 'unknown_person'));
        return await act(operator, partsOf(operator), person, (values as { undo?: boolean }).undo === true);
      });
    },
  };
}

const resetCommand = personCommand(
  {
    name: 'staff reset',
    does: 'For a lost phone or key: remove the password, passkeys and authenticator app, end all sessions, and create a link to set up the sign-in again. Prints the link, which is also emailed.',
  },
  async (operator, parts, person) => {
    const reset = await resetSignIn(parts, person.id, byOperator(operator), operator.now);
    if (!reset.ok) return printRefusal(refusalText(person.email, reset.error.kind));
    print(`The sign-in of ${plain(person.name)} was reset. The link was emailed and is valid for 48 hours:`);
    print(reset.value.link);
    return 0;
  },
);

const endSessionsCommand = personCommand(
  { name: 'staff end-sessions', does: 'End all sessions of a person, for example when a laptop is lost.' },
  async (operator, parts, person) => {
    const request = { id: person.id, sessionId: null };
    const ended = await endSessionsOf(parts, request, byOperator(operator), operator.now);
    if (!ended.ok) return printRefusal(refusalText(person.email, ended.error.kind));
    const { ended: count } = ended.value;
    print(`Ended ${count} ${count === 1 ? 'session' : 'sessions'} of ${plain(person.name)}.`);
    return 0;
  },
);

const suspendCommand = personCommand(
  {
    name: 'staff suspend',
    takes: '<email> [--undo]',
    does: 'Suspend a person: ends all their sessions immediately. Their name stays in the records.',
    options: [['--undo', 'Restore access.']],
  },
  async (operator, parts, person, undo) => {
    const request = { id: person.id, isSuspended: !undo };
    const done = await suspend(parts, request, byOperator(operator), operator.now);
    if (!done.ok) return printRefusal(refusalText(person.email, done.error.kind));
    print(undo ? `${plain(person.name)} can sign in again.` : `${plain(person.name)} is suspended.`);
    return 0;
  },
);

function rolesOf(text: string | undefined, isOwner: boolean): Role[] {
  if (isOwner && text !== undefined) throw new UsageProblem('Use either --owner or --roles, not both.');
  if (isOwner) return ['owner'];
  const names = (text ?? '').split(',').flatMap((name) => name.trim() || []);
  if (names.length === 0) throw new UsageProblem('--owner or --roles is missing.');
  const unknown = names.find((name) => !(ROLES as readonly string[]).includes(name));
  if (unknown !== undefined) throw new UsageProblem(`--roles must be one or more of ${ROLE_NAMES}, not "${unknown}".`);
  return [...new Set(names as Role[])];
}

function emailOf(text: string): string {
  const email = text.trim();
  if (!isEmailAddress(email)) throw new UsageProblem(`"${text}" is not an email address.`);
  return email;
}

function refusalText(email: string, kind: string): string {
  switch (kind) {
    case 'unknown_person':
      return `Nobody in the office has the address ${plain(email)}.`;
    case 'email_taken':
      return `${plain(email)} already has an account. To help with a lost phone or key: npm run shop -- staff reset ${plain(email)}`;
    case 'last_owner':
      return `${plain(email)} is the last owner who can sign in. Invite another owner first.`;
    default:
      return `This was refused (${kind}).`;
  }
}

export const staffCommands: readonly Command[] = [
  inviteCommand,
  listCommand,
  resetCommand,
  endSessionsCommand,
  suspendCommand,
];
