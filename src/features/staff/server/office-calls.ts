import { createHash } from 'node:crypto';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { type Language, markedText } from '#kernel/language.ts';
import type { Result } from '#kernel/result.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { OfficeDb, Tx } from '#platform/db/db.ts';
import { wireOfRefusal } from '#platform/http/calls.ts';
import { type HttpRefusal, invalidFields, tooMany } from '#platform/http/refusal.ts';
import {
  AnsweredElsewhere,
  finishRequest,
  finishRequestWithin,
  forgetRequest,
  markRequestEnded,
  type RequestHashes,
  startRequest,
} from '#platform/http/request-results.ts';
import { wrongFields } from '#platform/http/wrong-fields.ts';
import { tokenHash } from '#platform/secrets/hashes.ts';
import { deviceOf } from '../domain/device.ts';
import type { OfficeCallContract } from '../domain/office-call.ts';
import { acceptedLanguage } from '../domain/office-language.ts';
import { hasPermission } from '../domain/permissions.ts';
import { isFresh } from '../domain/session-rules.ts';
import { type AuditPrivate, writeAudit } from './audit-log-store.ts';
import { authenticateStaff } from './authenticate.ts';
import { sessionCookie, tokenIn } from './session-cookie.ts';
import type { SessionWithPerson } from './session-store.ts';

/** A refusal of the office; the browser knows some by their code, such as `step_up`. */
export interface OfficeRefusal extends HttpRefusal {
  readonly code?: 'login' | 'step_up' | 'forbidden' | 'foreign_site' | 'preview_changed';
  readonly permission?: string;
}

/** Somebody with a session, at the stage that the contract asks for or a later one. */
export interface OfficeCaller {
  readonly session: SessionWithPerson;
  readonly tokenHash: Buffer;
  /** For the audit log. */
  readonly actor: Extract<Actor, { kind: 'staff' }>;
}

export interface OfficeContext {
  /** Null only in calls for anybody. */
  readonly caller: OfficeCaller | null;
  readonly ip: string;
  readonly now: Date;
  /** Scheme and host of the office, for passkeys. */
  readonly origin: string;
  /** Family of browser and system. */
  readonly device: string;
  /** The caller proved in the last five minutes who they are. */
  readonly hasFreshProof: boolean;
  /** The person's language. Before they sign in, the browser's, if the office has it. */
  readonly language: Language;
  readonly log: FastifyBaseLogger;
  /** Where the request came from, for entries of the audit log. */
  readonly private: AuditPrivate;
  /** Stores the answer in the transaction of the change, for a repeated request. */
  remember(tx: Tx, answer: object): Promise<void>;
  /** Sets or ends the session of this browser. */
  setSession(token: string | null): void;
}

type RequestOf<Contract> =
  Contract extends OfficeCallContract<infer Request, unknown>
    ? Request extends z.ZodType
      ? z.output<Request>
      : never
    : never;
type AnswerOf<Contract> =
  Contract extends OfficeCallContract<unknown, infer Answer>
    ? Answer extends z.ZodType
      ? z.input<Answer>
      : never
    : never;

type OfficeCallHandler<Contract> = (
  body: RequestOf<Contract>,
  context: OfficeContext,
) => Promise<Result<AnswerOf<Contract>, OfficeRefusal>>;

export interface OfficeCallRegistry {
  readonly contracts: OfficeCallContract[];
  add<Contract extends OfficeCallContract>(contract: Contract, handler: OfficeCallHandler<Contract>): void;
}

export interface OfficeServerOptions {
  readonly db: OfficeDb;
  readonly clock: Clock;
  readonly hasDemoPeople: boolean;
  /** Scheme and host of the office for this request; from configuration, never from a foreign `Host` header. */
  originOf(request: FastifyRequest): string;
  /** Returns the language with this code, or the shop's for null. */
  languageOf(language: string | null): Language;
  /** Counts, for its network, a call that changes something. Returns the seconds to wait, or null if it may run. */
  networkWaitSeconds?(ip: string, now: Date): number | null;
}

/** Calls that no user action caused, such as polling, have this header and do not extend the session. */
const POLLS = 'x-office-polls';

const STILL_RUNNING: OfficeRefusal = {
  status: 503,
  message: markedText('This request is still being processed. Please try again in a moment.'),
  retryAfter: 1,
};
const OTHER_BODY: OfficeRefusal = {
  status: 409,
  message: markedText('This request key was already used for a different request.'),
};
const FOREIGN_SITE: OfficeRefusal = {
  status: 403,
  code: 'foreign_site',
  message: markedText('This request did not come from the office.'),
};
const LOGIN: OfficeRefusal = {
  status: 401,
  code: 'login',
  message: markedText('Your session has ended. Please sign in again.'),
};
/** Asks for a fresh proof, after which the same call goes through. */
export const stepUpNeeded: OfficeRefusal = {
  status: 403,
  code: 'step_up',
  message: markedText('Please confirm that it is you.'),
};
/** For a form that showed older values. */
export const CHANGED_MEANWHILE = markedText(
  'Somebody else has changed this in the meantime, so nothing was saved. Compare the two, and save again.',
);

/** Refuses because what was confirmed is no longer what would happen. Nothing was changed. */
export const previewChanged: OfficeRefusal = {
  status: 409,
  code: 'preview_changed',
  message: markedText('Something has changed since you looked. Nothing was done. Please check what would happen now.'),
};

const envelope = z.object({ request_key: z.string().max(64).nullish() });

const STAGES = ['code', 'setup', 'in'] as const;

/**
 * The calls of the office, all `POST /office/api/<name>` with JSON. Also keeps the contracts for the published
 * document.
 */
export function createOfficeCalls(app: FastifyInstance, options: OfficeServerOptions): OfficeCallRegistry {
  const contracts: OfficeCallContract[] = [];
  return {
    contracts,
    add(contract, handler) {
      contracts.push(contract);
      app.post(`/office/api/${contract.name}`, bodyOptions(options, contract), async (request, response) => {
        await serve(options, contract, handler as unknown as OfficeCallHandler<OfficeCallContract>, request, response);
        return response;
      });
    },
  };
}

/** Before a long body is read, it must be certain that a member of staff sent it. */
function bodyOptions(options: OfficeServerOptions, { maxBytes }: OfficeCallContract) {
  if (maxBytes === undefined) return {};
  const onRequest = async (request: FastifyRequest, response: FastifyReply) => {
    const origin = options.originOf(request);
    const refused = (refusal: OfficeRefusal) => {
      sendOfficeRefusal(response, refusal, options.languageOf(null));
      return response;
    };
    if (!isFromOffice(request, origin)) return refused(FOREIGN_SITE);
    const token = tokenIn(request.headers.cookie, { isHttps: origin.startsWith('https:') });
    const where = { ip: request.ip, device: deviceOf(request.headers['user-agent'] ?? '') };
    const session = token
      ? await authenticateStaff(options, { token, isUserAction: false, ...where }, options.clock.now())
      : null;
    if (session?.stage !== 'in') return refused(LOGIN);
  };
  return { bodyLimit: maxBytes, onRequest };
}

async function serve(
  options: OfficeServerOptions,
  contract: OfficeCallContract,
  handler: OfficeCallHandler<OfficeCallContract>,
  request: FastifyRequest,
  response: FastifyReply,
): Promise<void> {
  response.header('cache-control', 'no-store').header('x-robots-tag', 'noindex');
  const { db } = options;
  const origin = options.originOf(request);
  const isHttps = origin.startsWith('https:');
  let language = options.languageOf(acceptedLanguage(request.headers['accept-language']));
  const send = (refusal: OfficeRefusal) => sendOfficeRefusal(response, refusal, language);
  if (!isFromOffice(request, origin)) return send(FOREIGN_SITE);
  const { body } = request;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return send({ status: 400, message: markedText('The request must be a JSON object.') });
  }
  const frame = envelope.safeParse(body);
  if (!frame.success) return send(invalidFields(wrongFields(frame.error)));
  const now = options.clock.now();
  const wait = contract.changes ? (options.networkWaitSeconds?.(request.ip, now) ?? null) : null;
  if (wait !== null) return send(tooMany(wait));

  const device = deviceOf(request.headers['user-agent'] ?? '');
  const where = { ip: request.ip, device };
  const token = tokenIn(request.headers.cookie, { isHttps });
  const isUserAction = request.headers[POLLS] === undefined;
  const session = token ? await authenticateStaff(options, { token, isUserAction, ...where }, now) : null;
  const requestKey = contract.changes && !contract.secret ? frame.data.request_key || null : null;
  const caller: OfficeCaller | null =
    session === null
      ? null
      : {
          session,
          tokenHash: tokenHash(token!),
          actor: { kind: 'staff', id: session.staffId, name: session.name, sessionId: session.id, requestKey },
        };
  // Until somebody has given the second factor, they see the language in which they began to sign in.
  if (session && (session.language || session.stage === 'in')) language = options.languageOf(session.language);

  const refusal = whyNotAllowed(contract, caller, now);
  if (refusal) {
    if (refusal.code === 'forbidden') {
      const details = { call: contract.name, permission: refusal.permission };
      await writeAudit(db, { ...entryOf(caller!), action: 'staff.refused', details, private: where }, now);
    }
    return send(refusal);
  }
  const parsed = (contract.request as z.ZodType).safeParse(body);
  if (!parsed.success) return send(invalidFields(wrongFields(parsed.error)));

  const hashes = requestKey && caller ? hashesOf(contract.name, caller, requestKey, body) : null;
  if (hashes) {
    const earlier = await startRequest(db, hashes, now);
    if (earlier.kind === 'other_body') return send(OTHER_BODY);
    if (earlier.kind === 'running') return send(STILL_RUNNING);
    if (earlier.kind === 'done') return void response.code(earlier.status).send(earlier.answer);
  }
  let isRemembered = false;
  const context: OfficeContext = {
    caller,
    ip: request.ip,
    now,
    origin,
    device,
    hasFreshProof: caller !== null && isFresh(caller.session, now),
    language,
    log: request.log,
    private: where,
    async remember(tx, answer) {
      if (hashes) await finishRequestWithin(tx, hashes, answer);
      isRemembered = true;
    },
    setSession(next) {
      response.header('set-cookie', sessionCookie(next, { isHttps }));
    },
  };
  let result: Result<unknown, OfficeRefusal>;
  try {
    result = await handler(parsed.data as never, context);
  } catch (error) {
    if (hashes && error instanceof AnsweredElsewhere) {
      const earlier = await startRequest(db, hashes, now);
      return earlier.kind === 'done' ? void response.code(earlier.status).send(earlier.answer) : send(STILL_RUNNING);
    }
    if (hashes) await markRequestEnded(db, hashes).catch(() => {});
    throw error;
  }
  if (!result.ok) {
    const { status, code } = result.error;
    const isTemporary = status === 429 || status === 503 || code === 'step_up';
    if (hashes && isTemporary) await forgetRequest(db, hashes);
    else if (hashes) await finishRequest(db, hashes, { status, answer: wireOfOffice(result.error, language) });
    return send(result.error);
  }
  const answer = result.value as object;
  if (hashes && !isRemembered) await finishRequest(db, hashes, { status: 200, answer });
  response.send(answer);
}

/**
 * True for a request from the office's own pages. Another site can make a browser send a request with the cookie, but
 * not with JSON and these headers. `SameSite` also keeps the cookie from other sites, but not from pages on other
 * hosts of the same site.
 */
function isFromOffice({ headers }: FastifyRequest, origin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  if (headers.origin !== undefined) return headers.origin === origin;
  return site === 'same-origin';
}

function whyNotAllowed(
  { needs, fresh }: OfficeCallContract,
  caller: OfficeCaller | null,
  now: Date,
): OfficeRefusal | null {
  if ('none' in needs && needs.who === 'anybody') return null;
  const stage = 'none' in needs && needs.who !== 'staff' ? needs.who : 'in';
  if (!caller || STAGES.indexOf(caller.session.stage) < STAGES.indexOf(stage as 'in')) return LOGIN;
  if ('permission' in needs && !hasPermission(caller.session.roles, needs.permission)) {
    return {
      status: 403,
      code: 'forbidden',
      permission: needs.permission,
      message: markedText('Your roles do not allow this. An owner can change them.'),
    };
  }
  return fresh && !isFresh(caller.session, now) ? stepUpNeeded : null;
}

const entryOf = ({ actor }: OfficeCaller) => ({ actor, subject: `staff ${actor.id}` });

/** A key belongs to a person, not to a session: after signing in again the same call continues with it. */
function hashesOf(name: string, { session }: OfficeCaller, key: string, body: object): RequestHashes {
  const { request_key: _key, ...meaning } = body as Record<string, unknown>;
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return {
    key: hash(`office\n${session.staffId}\n${key}`),
    body: hash(`office\n${name}\n${session.staffId}\n${JSON.stringify(meaning)}`),
  };
}

function sendOfficeRefusal(response: FastifyReply, refusal: OfficeRefusal, language: Language): void {
  if (refusal.retryAfter) response.header('retry-after', String(Math.ceil(refusal.retryAfter)));
  response.code(refusal.status).send(wireOfOffice(refusal, language));
}

const wireOfOffice = (refusal: OfficeRefusal, language: Language) => ({
  ...wireOfRefusal(refusal, language),
  ...(refusal.code && { code: refusal.code }),
  ...(refusal.permission && { permission: refusal.permission }),
});

/** Returns the caller. Throws if nobody is signed in, so only calls that need a session may use it. */
export function callerOf({ caller }: OfficeContext): OfficeCaller {
  if (!caller) throw new Error('This call needs somebody who is signed in');
  return caller;
}
