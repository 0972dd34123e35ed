/** Replaces words that occur once in a source file. */
export interface Replacement {
  readonly file: string;
  readonly words: string;
  readonly instead: string;
}

/** Removes part of a protection of the office, and names the test that must then fail. */
export interface PlantedFault {
  /** The consequence of removing it. */
  readonly fault: string;
  readonly replacements: readonly Replacement[];
  /** The test's file, and the test's name or part of it. */
  readonly test: readonly [file: string, name: string];
}

type Replace = (words: string, instead: string) => Replacement;
const inFile =
  (file: string): Replace =>
  (words, instead) => ({ file, words, instead });
const staff = (name: string, ...words: Parameters<Replace>) => inFile(`src/features/staff/server/${name}.ts`)(...words);
const rule = (name: string, ...words: Parameters<Replace>) => inFile(`src/features/staff/domain/${name}.ts`)(...words);
const preview = inFile('src/features/previews/server/preview.ts');
const csv = inFile('src/kernel/csv.ts');
const dayFigures = inFile('src/features/reports/server/day-figures-store.ts');

const RIGHTS = 'test/office/rights.server.test.ts';
const SESSIONS = 'test/office/sessions.server.test.ts';
const SIGNING_IN = 'test/office/signing-in.server.test.ts';
const PREVIEWS = 'test/office/preview-tokens.server.test.ts';
const SECRETS = 'test/office/secrets.server.test.ts';
const REPORT_DAYS = 'test/office/report-days.server.test.ts';
const EXPORTS = 'test/office/exports.server.test.ts';
const RECORDED = 'payment-record > does what its preview showed';
const CANCELLED = 'order-cancel > does what its preview showed';

/** The faults, by the protection that they break. */
export const FAULTS: Readonly<Record<string, readonly PlantedFault[]>> = {
  'permissions of roles': [
    {
      fault: 'every role may do everything',
      replacements: [staff('office-calls', "if ('permission' in needs &&", "if (false && 'permission' in needs &&")],
      test: [RIGHTS, 'each call is answered with its permission'],
    },
    {
      fault: 'anybody who may ask for refunds may decide them',
      replacements: [
        {
          file: 'src/features/refunds/office-contract.ts',
          words: "const decides = { needs: { permission: 'refunds.decide' }",
          instead: "const decides = { needs: { permission: 'refunds.ask' }",
        },
      ],
      test: [RIGHTS, 'support: each call is answered with its permission'],
    },
  ],
  'cross-site requests': [
    {
      fault: 'the origin is not compared',
      replacements: [staff('office-calls', 'return headers.origin === origin;', 'return true;')],
      test: [SESSIONS, 'cannot call with the cookie, whatever headers it sends'],
    },
    {
      fault: 'the header in which the browser names a foreign site is ignored',
      replacements: [staff('office-calls', "if (site !== undefined && site !== 'same-origin') return false;", '')],
      test: [SESSIONS, 'cannot call with the cookie, whatever headers it sends'],
    },
    {
      fault: 'a request without both headers passes',
      replacements: [staff('office-calls', "return site === 'same-origin';", 'return true;')],
      test: [SESSIONS, 'cannot call with the cookie, whatever headers it sends'],
    },
    {
      fault: 'the cookie is also sent from other sites',
      replacements: [staff('session-cookie', 'SameSite=Strict', 'SameSite=Lax')],
      test: [SESSIONS, 'behind https is in a cookie that only this host can set'],
    },
  ],
  'session fixation': [
    {
      fault: 'the token does not change when sign-in is complete',
      replacements: [
        staff(
          'begin-session',
          'const next = { tokenHash: tokenHash(token), stage, ...timesOf(stage, now) };',
          'const next = { tokenHash: caller.tokenHash, stage, ...timesOf(stage, now) };',
        ),
        staff(
          'office-sign-in',
          'context.setSession(done.value.token);\n    return ok({ recovery_codes_left',
          'return ok({ recovery_codes_left',
        ),
      ],
      test: [SESSIONS, 'changes with every step of signing in, and the earlier ones are invalid'],
    },
    {
      fault: 'a fresh proof keeps the token',
      replacements: [
        staff(
          'begin-session',
          "const next = { tokenHash: tokenHash(token), stage: 'in', endsAt, freshUntil } as const;",
          "const next = { tokenHash: caller.tokenHash, stage: 'in', endsAt, freshUntil } as const;",
        ),
        staff('office-own-account', '    context.setSession(done.value.token);\n', ''),
      ],
      test: [RIGHTS, 'is given by a code, changes the token, and lets the same call through'],
    },
  ],
  'replayed codes and challenges': [
    {
      fault: 'a code of the app works repeatedly while its time step lasts',
      replacements: [staff('factor-store', 'and last_step < $2 and sealed', 'and $2 > 0 and sealed')],
      test: [SIGNING_IN, 'works once, also in another session and for a fresh proof'],
    },
    {
      fault: 'a recovery code is not used up',
      replacements: [staff('factor-store', 'code_hash = $2 and used_at is null', 'code_hash = $2')],
      test: [SIGNING_IN, 'works once, in any spelling, is mailed, and counts down'],
    },
    {
      fault: 'a challenge can be answered any number of times',
      replacements: [
        staff(
          'factor-store',
          'delete from webauthn_challenges\n     where challenge_hash = $1',
          'update webauthn_challenges set purpose = purpose\n     where challenge_hash = $1',
        ),
      ],
      test: [SIGNING_IN, 'answers a challenge once, within five minutes'],
    },
    {
      fault: 'a challenge never expires',
      replacements: [
        staff(
          'factor-store',
          'not distinct from $3 and expires_at > $4`',
          "not distinct from $3 and $4 < now() + interval '9 years'`",
        ),
      ],
      test: [SIGNING_IN, 'answers a challenge once, within five minutes'],
    },
    {
      fault: 'a challenge is accepted for another purpose and in any session',
      replacements: [
        staff(
          'factor-store',
          'and purpose = $2 and session_id is not distinct from $3 and',
          'and ($2 = $2 or $3::bigint = 1) and',
        ),
      ],
      test: [SIGNING_IN, 'gives answers that work only for their purpose'],
    },
  ],
  'end of a session': [
    {
      fault: 'a session may be idle for ever',
      replacements: [
        rule('session-rules', 'session.endsAt <= now || idleUntil(session) <= now', 'session.endsAt <= now'),
      ],
      test: [SESSIONS, '30 minutes after the last press'],
    },
    {
      fault: 'a page that polls keeps its session alive',
      replacements: [staff('authenticate', '!call.isUserAction || now', 'now')],
      test: [SESSIONS, 'after 30 minutes without a press, even if a page polls every minute'],
    },
    {
      fault: 'a session that is used never ends',
      replacements: [rule('session-rules', 'session.endsAt <= now || idleUntil', 'idleUntil')],
      test: [SESSIONS, '12 hours after signing in, despite presses and fresh proofs'],
    },
    {
      fault: 'signing out only forgets the cookie',
      replacements: [
        staff('office-sign-in', 'if ((await deleteSession(tx, caller.tokenHash)) === 0) return;', ''),
        staff('office-sign-in', "import { deleteSession } from './session-store.ts';\n", ''),
      ],
      test: [SESSIONS, 'when its person signs out, on the server too'],
    },
  ],
  'fresh proof': [
    {
      fault: 'a proof stays fresh',
      replacements: [rule('session-rules', 'now < freshUntil', 'freshUntil > new Date(0)')],
      test: [RIGHTS, 'lasts five minutes from signing in, for the calls that need it'],
    },
    {
      fault: 'no call asks for a fresh proof',
      replacements: [staff('office-calls', 'return fresh && !isFresh', 'return false && fresh && !isFresh')],
      test: [RIGHTS, 'is given by a code, changes the token, and lets the same call through'],
    },
    {
      fault: 'large sums are paid out without a fresh proof',
      replacements: [
        {
          file: 'src/features/previews/domain/outcome.ts',
          words: '!outcome.undoes && moneyOut(outcome) >=',
          instead: 'false && moneyOut(outcome) >=',
        },
      ],
      test: [
        'test/office/previews.server.test.ts',
        'only after a fresh proof if 500 or more is sent, and the same request then succeeds',
      ],
    },
  ],
  'last owner': [
    {
      fault: 'the last owner can be suspended',
      replacements: [
        staff(
          'change-staff',
          "if (isSuspended && found.isLastOwner) return refuse({ kind: 'last_owner' as const });",
          '',
        ),
      ],
      test: [RIGHTS, 'is never somebody who was only invited'],
    },
    {
      fault: 'two owners can remove each other at the same time',
      replacements: [staff('staff-store', ' for update of staff`, [includesDemo]', '`, [includesDemo]')],
      test: [RIGHTS, 'remains, even if two owners act at the same time'],
    },
  ],
  'own rights': [
    {
      fault: 'people change their own roles',
      replacements: [
        rule(
          'staff-rules',
          "if (!giver) return null;\n  if (giver.id === id) return { kind: 'own_roles' };",
          'if (!giver) return null;',
        ),
      ],
      test: [RIGHTS, 'nobody can change their own roles, or suspend or reset themselves'],
    },
    {
      fault: 'people suspend and reset themselves',
      replacements: [rule('staff-rules', "if (giver.id === person.id) return { kind: 'own_roles' };", '')],
      test: [RIGHTS, 'nobody can change their own roles, or suspend or reset themselves'],
    },
    {
      fault: 'the office may change everybody, as the command line may',
      replacements: [staff('office-team', 'giver: { id: session.staffId, roles: session.roles }', 'giver: null')],
      test: [RIGHTS, 'nobody can change their own roles, or suspend or reset themselves'],
    },
  ],
  enumeration: [
    {
      fault: 'an unknown address gets a different answer',
      replacements: [
        staff(
          'log-in-with-password',
          "    return refuse({ kind: 'login_failed' });\n  }\n  const begun",
          "    return refuse(found ? { kind: 'login_failed' } : { kind: 'busy' });\n  }\n  const begun",
        ),
      ],
      test: [SIGNING_IN, 'gets the same answer if it is wrong, or the person is unknown or suspended'],
    },
    {
      fault: 'an unknown address is answered without hashing',
      replacements: [
        staff(
          'log-in-with-password',
          'const matches = await matchesUnlessBusy(passwords, storedHash, attempt.password);',
          'const matches = storedHash !== null && (await matchesUnlessBusy(passwords, storedHash, attempt.password));',
        ),
      ],
      test: [SECRETS, 'an unknown address causes the same'],
    },
    {
      fault: 'attempts at unknown addresses are not counted',
      replacements: [
        staff(
          'log-in-with-password',
          'const wait = await countStaffLogin(db, limits, attempt, now);',
          'const wait = (await findStaffByEmail(db, attempt.email)) ? await countStaffLogin(db, limits, attempt, now) : null;',
        ),
      ],
      test: [SIGNING_IN, 'must wait after ten attempts in a quarter of an hour, even if it is right'],
    },
  ],
  'confirmed previews': [
    {
      fault: 'any fingerprint confirms',
      replacements: [preview('if (fingerprint !== preview) return refuse(previewChanged);', '')],
      test: [PREVIEWS, RECORDED],
    },
    {
      fault: 'a colleague can confirm what another person saw',
      replacements: [preview('fingerprintOf([context.caller?.session.staffId, ', 'fingerprintOf([')],
      test: [PREVIEWS, CANCELLED],
    },
    {
      fault: 'a preview confirms another request',
      replacements: [preview('staffId, ...command.request, outcome', 'staffId, outcome')],
      test: [PREVIEWS, CANCELLED],
    },
    {
      fault: 'a preview confirms what was not shown',
      replacements: [preview('...command.request, outcome, more, ...since]', '...command.request, more, ...since]')],
      test: ['test/office/previews.server.test.ts', 'not at all if somebody else was faster'],
    },
  ],
  'formulas in spreadsheets': [
    {
      fault: 'cells are written as customers typed them',
      replacements: [csv('!NUMBER.test(text) ?', 'NUMBER.test(text) ?')],
      test: [EXPORTS, 'HYPERLINK'],
    },
    {
      fault: 'full-width characters are left alone',
      replacements: [csv('|%＝＋－＠]', '|%]')],
      test: [EXPORTS, '"＝1+1" is text in every export'],
    },
  ],
  'secrets in logs and audit': [
    {
      fault: 'the log contains invitation links',
      replacements: [
        {
          file: 'src/platform/log/without-secrets.ts',
          words: '(?:[\\w-]{43}|',
          instead: '(?:[\\w-]{99}|',
        },
      ],
      test: [SECRETS, 'no secret is in the log'],
    },
    {
      fault: 'the audit log keeps whatever was typed as an address',
      replacements: [staff('log-in-with-password', "'unknown address';", 'attempt.email;')],
      test: [SECRETS, 'no secret is in a table'],
    },
    {
      fault: 'answers with recovery codes are kept for repeated requests',
      replacements: [staff('office-calls', 'contract.changes && !contract.secret ?', 'contract.changes ?')],
      test: [SECRETS, 'no secret is in a table'],
    },
  ],
  'stored figures': [
    {
      fault: 'figures are stored while transactions are still writing',
      replacements: [dayFigures('datname = current_database() and backend_xid is not null', 'false')],
      test: [REPORT_DAYS, 'nothing since shortly before the beginning of an open transaction'],
    },
    {
      fault: 'a stored day is read although one of its orders has changed',
      replacements: [
        dayFigures('`not exists (select from changed_days c where c.at >= d.since and c.at < d.until)`', '`true`'),
      ],
      test: [REPORT_DAYS, 'when an order of a stored day ends, its figures change at once'],
    },
    {
      fault: 'days stay stored when the shop’s time zone changes',
      replacements: [
        dayFigures(
          "'delete from report_days where since < $2 and until > $1'",
          "'select $1::timestamptz, $2::timestamptz'",
        ),
      ],
      test: [REPORT_DAYS, 'after the shop moves to another zone'],
    },
    {
      fault: 'the change marks of a day are deleted even if they arrived while it was added up',
      replacements: [
        dayFigures(
          "const values = spanValues([span]);\n  await tx.run('set transaction isolation level repeatable read');",
          'const values = spanValues([span]);',
        ),
        dayFigures("await tx.run('delete from changed_days where at >= $1 and at < $2', [span.from, span.until]);", ''),
        dayFigures(
          'await tx.run(`insert into report_taxed',
          "await tx.run('delete from changed_days where at >= $1 and at < $2', [span.from, span.until]);\n  await tx.run(`insert into report_taxed",
        ),
      ],
      test: [REPORT_DAYS, 'a day counts as changed when one of its orders ends'],
    },
  ],
};
