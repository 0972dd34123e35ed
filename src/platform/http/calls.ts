import { createHash } from 'node:crypto';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { CallContract } from '#kernel/call.ts';
import { type Language, markedText } from '#kernel/language.ts';
import { ok, type Result } from '#kernel/result.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import type { Entry } from './admission.ts';
import { type EncodedText, sendBestEncoding } from './encoded-text.ts';
import { networkOf } from './network.ts';
import { oneByteJson } from './one-byte-json.ts';
import { busy, type HttpRefusal, invalidFields, loginNeeded, tooMany } from './refusal.ts';
import {
  AnsweredElsewhere,
  type EarlierRequest,
  finishRequest,
  finishRequestWithin,
  forgetRequest,
  markRequestEnded,
  startRequest,
} from './request-results.ts';
import { wrongFields } from './wrong-fields.ts';

export interface Caller {
  customerId: number;
  tokenHash: Buffer;
  /** The time of the login, or of the last password check since. */
  provedAt: Date;
}

export interface CallContext {
  /** Not null in calls that need a login. */
  caller: Caller | null;
  ip: string;
  now: Date;
  /**
   * Scheme and host for this visitor's links and returns, from configuration and never from a foreign `Host` header.
   */
  origin: string;
  acceptLanguage: string | undefined;
  /** The request's `Cookie` header. */
  cookie: string | undefined;
  /** The shop's current language, for answers in words. */
  language: Language;
  log: FastifyBaseLogger;
  /**
   * Stores the answer in the transaction of a change that must not happen twice: if the request is repeated after a
   * lost commit, it gets this answer. The handler must also return the answer.
   */
  remember(tx: Tx, answer: object): Promise<void>;
  /** The request's key, for calls that must not run twice; null if the client sent none. */
  repeat: RepeatKey | null;
}

export interface RepeatKey {
  /** The hash of caller and key. */
  readonly hash: Buffer;
  /**
   * True if an earlier request with this key ended without a result, or its result has expired: its change may have
   * happened.
   */
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

/** A handler's answer. `dataFor` names the customer of the bundle when the call changed who is logged in. */
export interface CallReply<Answer> {
  answer: Answer;
  dataFor?: number | null;
}

type CallHandler<Contract> = (
  body: RequestOf<Contract>,
  context: CallContext,
) => Promise<Result<CallReply<AnswerOf<Contract>>, HttpRefusal>>;

export const reply = <Answer>(answer: Answer, dataFor?: number | null): { ok: true; value: CallReply<Answer> } =>
  ok(dataFor === undefined ? { answer } : { answer, dataFor });

/** The parts of the bundle that the caller already has. */
export interface KnownCatalogue {
  /** The version of the catalogue; null when there is none. */
  readonly version: string | null;
  /** Whether the caller accepts only what changed since. */
  readonly takesChanges: boolean;
}

/** Names an order by its own code or by the code of one of its refunds. */
export type WantedOrder = { readonly order: string } | { readonly refund: string };

/** Which of the customer's own data the bundle includes. */
export interface WantedOwn {
  /** Only the newest orders, refunds and tickets. */
  readonly onlyNewest: boolean;
  /** An order to include completely, with its refunds. */
  readonly open: WantedOrder | null;
}

interface BundleRequest {
  now: Date;
  known: KnownCatalogue;
  own: WantedOwn;
  /** The call changed something, so the answer must show the stock after the change, or fail. */
  fresh: boolean;
}

export interface CallServerOptions {
  db: Db;
  clock: Clock;
  authenticate(token: string, now: Date): Promise<Caller | null>;
  bundle(customerId: number | null, request: BundleRequest, acceptLanguage: string | undefined): Promise<string>;
  /** The complete, cached answer of a call that only reads the bundle, for visitors who are not logged in. */
  visitorsAnswer?(known: KnownCatalogue, acceptLanguage: string | undefined): Promise<EncodedText>;
  originOf(request: FastifyRequest): string;
  /** The shop's current language, for refusals. */
  language(): Language;
  /**
   * Counts, for its network, a call that changes something. Returns null to admit it, otherwise the seconds to wait.
   * Runs before anything is read or written, because a request key alone costs an insert and an update.
   */
  networkWaitSeconds?(ip: string, now: Date): number | null;
  /** Refuses a call before it counts as load; null accepts it. */
  refuse?(call: string, body: unknown, request: FastifyRequest): Promise<HttpRefusal | null>;
  /** Admits or refuses a call before any work. Without it, all calls are admitted. */
  enter?(call: string, body: unknown): Promise<Entry>;
}

/** Registers calls, and keeps their contracts for the published OpenAPI document. */
export interface CallRegistry {
  readonly contracts: CallContract[];
  add<Contract extends CallContract>(contract: Contract, handler: CallHandler<Contract>): void;
}

const STILL_RUNNING: HttpRefusal = {
  status: 503,
  message: markedText('This request is still being processed. Please try again in a moment.'),
  retryAfter: 1,
};

const envelope = z.object({
  token: z.string().max(500).nullish(),
  request_key: z.string().max(64).nullish(),
  data: z.string().nullish(),
  catalogue_version: z.string().max(100).nullish(),
  catalogue: z.string().nullish(),
  orders: z.string().nullish(),
  open_order: z.string().max(200).nullish(),
  open_refund: z.string().max(200).nullish(),
});

/**
 * Answers of at least this many characters are encoded here. Node and the framework would measure the text, reserve
 * three times its size and then encode it, which takes twice as long.
 */
const LONG_ANSWER = 100_000;

export function createCallRegistry(app: FastifyInstance, options: CallServerOptions): CallRegistry {
  const contracts: CallContract[] = [];
  const send = (response: FastifyReply, refusal: HttpRefusal) => sendRefusal(response, refusal, options.language());
  app.removeContentTypeParser('text/plain');

  return {
    contracts,
    add(contract, handler) {
      contracts.push(contract);
      app.post(`/api/${contract.name}`, async (request, response) => {
        const refusal = await options.refuse?.(contract.name, request.body, request);
        if (refusal) {
          send(response, refusal);
          return response;
        }
        const entry = await options.enter?.(contract.name, request.body);
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
      return send(response, { status: 400, message: markedText('The request must be a JSON object.') });
    }
    const frame = envelope.safeParse(body);
    if (!frame.success) return send(response, invalidFields(wrongFields(frame.error)));
    const now = options.clock.now();
    const wait = contract.changes ? (options.networkWaitSeconds?.(request.ip, now) ?? null) : null;
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
      cookie: request.headers.cookie,
      language: options.language(),
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
      const json = oneByteJson(answer);
      response.type('application/json; charset=utf-8');
      if (options.visitorsAnswer && dataFor === null && json === '{}' && !contract.changes) {
        return sendBestEncoding(request, response, await options.visitorsAnswer(known, acceptLanguage));
      }
      const { open_order: order, open_refund: refund } = frame.data;
      const own = { onlyNewest: frame.data.orders === 'newest', open: order ? { order } : refund ? { refund } : null };
      const data = await options.bundle(dataFor, { now, known, own, fresh: contract.changes }, acceptLanguage);
      const text = `${json.slice(0, -1)}${json === '{}' ? '' : ','}"data":${data}}`;
      return response.send(text.length < LONG_ANSWER ? text : Buffer.from(text));
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
          message: markedText('This request key was already used for a different request.'),
        });
      }
      if (earlier.kind === 'running') return send(response, STILL_RUNNING);
      if (earlier.kind === 'done') return answerAsBefore(earlier);
      repeat = { hash: hashes.key, mayBeDone: earlier.mayBeDone };
    }

    let isRemembered = false;
    const remember = async (tx: Tx, answer: object) => {
      if (hashes) await finishRequestWithin(tx, hashes, answer);
      isRemembered = true;
    };
    let result: Result<CallReply<unknown>, HttpRefusal>;
    try {
      result = (await handler(parsed.data as never, { ...context, repeat, remember })) as typeof result;
    } catch (error) {
      if (hashes && error instanceof AnsweredElsewhere) {
        const earlier = await startRequest(options.db, hashes, now);
        return earlier.kind === 'done' ? answerAsBefore(earlier) : send(response, STILL_RUNNING);
      }
      if (hashes) await markRequestEnded(options.db, hashes).catch(() => {});
      throw error;
    }
    if (!result.ok) {
      // After a limit or overload, the same key may try again. Any other refusal is a final answer.
      const isPassing = result.error.status === 429 || result.error.status === 503;
      if (hashes && isPassing) await forgetRequest(options.db, hashes);
      else if (hashes) {
        await finishRequest(options.db, hashes, {
          status: result.error.status,
          answer: wireOfRefusal(result.error, options.language()),
        });
      }
      return send(response, result.error);
    }
    const answer = result.value.answer as object;
    if (hashes && !isRemembered) await finishRequest(options.db, hashes, { status: 200, answer });
    const dataFor = result.value.dataFor === undefined ? (caller?.customerId ?? null) : result.value.dataFor;
    await sendAnswer(answer, dataFor);
  }
}

export function sendRefusal(response: FastifyReply, refusal: HttpRefusal, language: Language): void {
  if (refusal.retryAfter) response.header('retry-after', String(Math.ceil(refusal.retryAfter)));
  response.code(refusal.status).header('cache-control', 'no-store').send(wireOfRefusal(refusal, language));
}

export function wireOfRefusal({ message, errors, waitingRoom, challenge }: HttpRefusal, { translate }: Language) {
  const fields = Object.entries(errors ?? {}).map(([field, messages]) => [field, messages.map(translate)]);
  return {
    message: translate(message),
    ...(errors && { errors: Object.fromEntries(fields) as Record<string, string[]> }),
    ...(waitingRoom !== undefined && { waiting_room: waitingRoom }),
    ...(challenge && { challenge }),
  };
}

function bearer(request: FastifyRequest): string | null {
  const header = request.headers.authorization;
  return header?.startsWith('Bearer ') ? header.slice(7, 507) : null;
}

/** The length of 128 random bits in base64. */
const UNGUESSABLE_LENGTH = 22;

/**
 * Returns the owner of a request key. A customer's answers need the login. An anonymous caller has only the key, and
 * others might choose or guess a short one too, so a short key only repeats requests from the same network.
 */
function ownerOfKey(key: string, caller: Caller | null, ip: string): string {
  if (caller) return `${caller.customerId}\n${key}`;
  return key.length < UNGUESSABLE_LENGTH ? `nobody at ${networkOf(ip)}\n${key}` : `nobody\n${key}`;
}

// Includes the token in the hash. Some calls act on it as a code; in others its 256 bits keep a reader of the table
// from guessing the password in a stored request.
function hashesOf(name: string, key: string, token: string | null, body: object) {
  const {
    token: _token,
    request_key: _key,
    data: _data,
    catalogue_version: _version,
    catalogue: _catalogue,
    orders: _orders,
    open_order: _openOrder,
    open_refund: _openRefund,
    ...meaning
  } = body as Record<string, unknown>;
  return {
    key: createHash('sha256').update(key).digest(),
    body: createHash('sha256')
      .update(`${name}\n${token ?? ''}\n${JSON.stringify(meaning)}`)
      .digest(),
  };
}
