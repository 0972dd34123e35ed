import { createHash } from 'node:crypto';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { CallContract } from '#kernel/call.ts';
import { type Language, laterText } from '#kernel/language.ts';
import { ok, type Result } from '#kernel/result.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import type { Entry } from './admission.ts';
import { type EncodedText, sendBestEncoding } from './encoded-text.ts';
import { networkOf } from './network.ts';
import { busy, type HttpRefusal, invalidFields, loginNeeded, tooMany } from './refusal.ts';
import {
  AnsweredElsewhere,
  type EarlierRequest,
  finishRequest,
  finishRequestWithin,
  forgetRequest,
  requestEndedSomehow,
  startRequest,
} from './request-results.ts';
import { wrongFields } from './wrong-fields.ts';

export interface Caller {
  customerId: number;
  tokenHash: Buffer;
  /** When they last gave a proof: at the login, or by the password since. */
  provedAt: Date;
}

export interface CallContext {
  /** Never null in a call that needs a login. */
  caller: Caller | null;
  ip: string;
  now: Date;
  /** Scheme and host that links and returns of this visitor start with; from configuration, never a foreign Host. */
  origin: string;
  acceptLanguage: string | undefined;
  log: FastifyBaseLogger;
  /**
   * Keeps the answer in the transaction that makes it true, for changes that cannot be told from their own repetition: one that is
   * sent again after a lost commit is answered as the first time. The handler still answers the same itself.
   */
  remember(tx: Tx, answer: object): Promise<void>;
  /** The request's own key, for calls that would do harm when done twice; null when the client sent none. */
  repeat: RepeatKey | null;
}

export interface RepeatKey {
  /** Of caller and key. */
  readonly hash: Buffer;
  /** An earlier request with this key and body ended without a result: what it was to do may have been done. */
  readonly mayBeDone: boolean;
}

type RequestOf<Contract> =
  Contract extends CallContract<infer Request, unknown>
    ? Request extends z.ZodType
      ? z.output<Request>
      : never
    : never;
type AnswerOf<Contract> =
  Contract extends CallContract<unknown, infer Answer> ? (Answer extends z.ZodType ? z.input<Answer> : never) : never;

/** What a handler answers. `dataFor` names whose bundle goes along when the call itself changed who is calling. */
export interface CallReply<Answer> {
  answer: Answer;
  dataFor?: number | null;
}

export type CallHandler<Contract> = (
  body: RequestOf<Contract>,
  context: CallContext,
) => Promise<Result<CallReply<AnswerOf<Contract>>, HttpRefusal>>;

export const reply = <Answer>(answer: Answer, dataFor?: number | null): { ok: true; value: CallReply<Answer> } =>
  ok(dataFor === undefined ? { answer } : { answer, dataFor });

/** What a caller has of the bundle already. */
export interface KnownCatalogue {
  /** The version of the catalogue; null when there is none. */
  readonly version: string | null;
  /** Whether what changed since may stand for the whole. */
  readonly takesChanges: boolean;
}

export interface BundleRequest {
  now: Date;
  known: KnownCatalogue;
  /** The call changed something: the answer must show the stock after that change, or fail. */
  fresh: boolean;
}

export interface CallServerOptions {
  db: Db;
  clock: Clock;
  authenticate(token: string, now: Date): Promise<Caller | null>;
  /** The user data bundle as JSON. */
  bundle(customerId: number | null, request: BundleRequest, acceptLanguage: string | undefined): Promise<string>;
  /** The whole answer of a call that reads nothing but the bundle, for a visitor who is not logged in; kept by the caller. */
  visitorsAnswer?(known: KnownCatalogue, acceptLanguage: string | undefined): Promise<EncodedText>;
  originOf(request: FastifyRequest): string;
  /** The language that the shop has now. Refusals are put into it. */
  language(): Language;
  /**
   * Counts a call that changes something for the network that it comes from; null lets it in, otherwise the seconds to wait. Runs
   * before anything is read or written: a request key alone costs an insert and an update.
   */
  waitOfNetwork?(ip: string, now: Date): number | null;
  /** Lets a call in or refuses it, before anything is done for it; absent: all are let in. */
  enter?(call: string, body: unknown): Entry;
}

/** Registers calls on the server and remembers their contracts for the published OpenAPI document. */
export interface CallRegistry {
  readonly contracts: CallContract[];
  add<Contract extends CallContract>(contract: Contract, handler: CallHandler<Contract>): void;
}

const AT_WORK: HttpRefusal = {
  status: 503,
  message: laterText('This request is still being processed. Please try again in a moment.'),
  retryAfter: 1,
};

const envelope = z.object({
  token: z.string().max(500).nullish(),
  request_key: z.string().max(64).nullish(),
  data: z.string().nullish(),
  catalogue_version: z.string().max(100).nullish(),
  catalogue: z.string().nullish(),
});

export function createCallRegistry(app: FastifyInstance, options: CallServerOptions): CallRegistry {
  const contracts: CallContract[] = [];
  const send = (response: FastifyReply, refusal: HttpRefusal) => sendRefusal(response, refusal, options.language());
  // JSON is the only text that a call takes.
  app.removeContentTypeParser('text/plain');

  return {
    contracts,
    add(contract, handler) {
      contracts.push(contract);
      app.post(`/api/${contract.name}`, async (request, response) => {
        const entry = options.enter?.(contract.name, request.body);
        if (entry?.admitted === false) {
          send(response, busy(entry.retryAfter));
          return response;
        }
        try {
          await serve(contract, handler as CallHandler<CallContract>, request, response);
        } finally {
          entry?.leave();
        }
        return response;
      });
    },
  };

  async function serve(
    contract: CallContract,
    handler: CallHandler<CallContract>,
    request: FastifyRequest,
    response: FastifyReply,
  ): Promise<void> {
    response.header('cache-control', 'no-store');
    const body = request.body;
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      return send(response, { status: 400, message: laterText('The request must be a JSON object.') });
    }
    const frame = envelope.safeParse(body);
    if (!frame.success) return send(response, invalidFields(wrongFields(frame.error)));
    const now = options.clock.now();
    const wait = contract.changes ? (options.waitOfNetwork?.(request.ip, now) ?? null) : null;
    if (wait !== null) return send(response, tooMany(wait));
    const token = frame.data.token || bearer(request) || null;
    const caller = token ? await options.authenticate(token, now) : null;
    if (contract.needs === 'login' && !caller) return send(response, loginNeeded);
    const parsed = (contract.request as z.ZodType).safeParse(body);
    if (!parsed.success) return send(response, invalidFields(wrongFields(parsed.error)));

    const context: Omit<CallContext, 'repeat' | 'remember'> = {
      caller,
      ip: request.ip,
      now,
      origin: options.originOf(request),
      acceptLanguage: request.headers['accept-language'],
      log: request.log,
    };
    const wantsData = contract.data && frame.data.data !== 'none';
    const sendAnswer = async (answer: object, dataFor: number | null): Promise<unknown> => {
      if (!wantsData) return response.send(answer);
      const { acceptLanguage } = context;
      const known = {
        version: frame.data.catalogue_version ?? null,
        takesChanges: frame.data.catalogue === 'changes',
      };
      const json = JSON.stringify(answer);
      response.type('application/json; charset=utf-8');
      if (options.visitorsAnswer && dataFor === null && json === '{}' && !contract.changes) {
        return sendBestEncoding(request, response, await options.visitorsAnswer(known, acceptLanguage));
      }
      const data = await options.bundle(dataFor, { now, known, fresh: contract.changes }, acceptLanguage);
      return response.send(`${json.slice(0, -1)}${json === '{}' ? '' : ','}"data":${data}}`);
    };

    const requestKey = contract.changes && !contract.secret ? frame.data.request_key || null : null;
    const hashes = requestKey ? hashesOf(contract.name, ownerOfKey(requestKey, caller, request.ip), token, body) : null;
    const answerAsBefore = async (earlier: EarlierRequest & { kind: 'done' }) => {
      if (earlier.status !== 200) return void response.code(earlier.status).send(earlier.answer);
      await sendAnswer(earlier.answer, caller?.customerId ?? null);
    };
    let repeat: RepeatKey | null = null;
    if (hashes) {
      const earlier = await startRequest(options.db, hashes, now);
      if (earlier.kind === 'other_body') {
        return send(response, {
          status: 409,
          message: laterText('This request key was already used for a different request.'),
        });
      }
      if (earlier.kind === 'at_work') return send(response, AT_WORK);
      if (earlier.kind === 'done') return answerAsBefore(earlier);
      repeat = { hash: hashes.key, mayBeDone: earlier.mayBeDone };
    }

    let isKept = false;
    const remember = async (tx: Tx, answer: object) => {
      if (hashes) await finishRequestWithin(tx, hashes, answer);
      isKept = true;
    };
    let result: Result<CallReply<unknown>, HttpRefusal>;
    try {
      result = (await handler(parsed.data as never, { ...context, repeat, remember })) as typeof result;
    } catch (error) {
      if (hashes && error instanceof AnsweredElsewhere) {
        const earlier = await startRequest(options.db, hashes, now);
        return earlier.kind === 'done' ? answerAsBefore(earlier) : send(response, AT_WORK);
      }
      if (hashes) await requestEndedSomehow(options.db, hashes).catch(() => {});
      throw error;
    }
    if (!result.ok) {
      // What may change by itself (limits, overload) is tried afresh under the same key; a refusal of the rules is an answer.
      const passing = result.error.status === 429 || result.error.status === 503;
      if (hashes && passing) await forgetRequest(options.db, hashes);
      else if (hashes) {
        await finishRequest(options.db, hashes, {
          status: result.error.status,
          answer: wireOf(result.error, options.language()),
        });
      }
      return send(response, result.error);
    }
    const answer = result.value.answer as object;
    if (hashes && !isKept) await finishRequest(options.db, hashes, { status: 200, answer });
    const dataFor = result.value.dataFor === undefined ? (caller?.customerId ?? null) : result.value.dataFor;
    await sendAnswer(answer, dataFor);
  }
}

export function sendRefusal(response: FastifyReply, refusal: HttpRefusal, language: Language): void {
  if (refusal.retryAfter) response.header('retry-after', String(Math.ceil(refusal.retryAfter)));
  response.code(refusal.status).header('cache-control', 'no-store').send(wireOf(refusal, language));
}

function wireOf({ message, errors }: HttpRefusal, { saidText }: Language) {
  const said = saidText(message);
  if (!errors) return { message: said };
  const fields = Object.entries(errors).map(([field, messages]) => [field, messages.map(saidText)]);
  return { message: said, errors: Object.fromEntries(fields) as Record<string, string[]> };
}

function bearer(request: FastifyRequest): string | null {
  const header = request.headers.authorization;
  return header?.startsWith('Bearer ') ? header.slice(7, 507) : null;
}

/** As many signs as 128 random bits need at least. */
const UNGUESSABLE_SIGNS = 22;

/**
 * Whose request a key repeats. Nobody finds a customer's answers without a login. Of an anonymous caller the key is all there is: a short
 * one, which another may choose or guess, repeats only what came from the same network.
 */
function ownerOfKey(key: string, caller: Caller | null, ip: string): string {
  if (caller) return `${caller.customerId}\n${key}`;
  return key.length < UNGUESSABLE_SIGNS ? `nobody at ${networkOf(ip)}\n${key}` : `nobody\n${key}`;
}

// The token is part of what is hashed: in some calls it is a code that they act on, and elsewhere its 256 bits keep whoever
// reads the table from guessing the passwords of a stored request.
/** `key` with its owner: see `ownerOfKey`. */
function hashesOf(name: string, key: string, token: string | null, body: object) {
  const {
    token: _token,
    request_key: _key,
    data: _data,
    catalogue_version: _version,
    catalogue: _catalogue,
    ...meaning
  } = body as Record<string, unknown>;
  return {
    key: createHash('sha256').update(key).digest(),
    body: createHash('sha256')
      .update(`${name}\n${token ?? ''}\n${JSON.stringify(meaning)}`)
      .digest(),
  };
}
