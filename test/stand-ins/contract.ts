import fs from 'node:fs';
import path from 'node:path';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';

export type Json = Record<string, unknown>;

/** Returns a sentence for each mistake in a value. The texts of a form are first converted to its types. */
export type Check = (value: unknown) => string[];

interface Schema extends Json {
  readonly $ref?: string;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
}

type Content = Record<string, { readonly schema: Schema }>;

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Record<string, { readonly content?: Content }>;
}

interface OpenApi {
  readonly info: { readonly version: string; readonly 'x-made-from': string };
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, Schema> };
}

interface SentRequest {
  readonly method: string;
  /** The path and the query. */
  readonly url: string;
  readonly contentType: string | undefined;
  readonly body: string;
}

interface ReadRequest {
  /**
   * The operation as the contract writes it, such as `POST /v1/checkout/sessions/{id}/expire`; null if there is none.
   */
  readonly operation: string | null;
  /** The variable parts of the path. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: Json;
  readonly body: Json;
  readonly breaches: readonly string[];
}

export interface Contract {
  /** The version of the provider's API. */
  readonly version: string;
  readonly madeFrom: string;
  request(sent: SentRequest): ReadRequest;
  /** Returns what is wrong with an answer. `body` is undefined if it has none. */
  answer(operation: string, status: number, body: unknown): string[];
  schema(name: string): Check;
  /** Returns the minimal object that fits the schema; a stand-in overrides the fields that matter. */
  minimal(name: string): Json;
}

const FOLDER = path.join(import.meta.dirname, '../contracts');

export const readJsonContract = <T>(file: string): T =>
  JSON.parse(fs.readFileSync(path.join(FOLDER, file), 'utf8')) as T;

/** Compiling takes half as long without optimising the checks, which run only a few times. */
const compilerOf = (coerceTypes: boolean) => new Ajv2020({ strict: false, coerceTypes, code: { optimize: false } });

/** Makes a check of one JSON Schema. `isForm`: all values arrive as texts. */
export const schemaCheck = (schema: object, { isForm = false } = {}): Check =>
  checkOf(compilerOf(isForm).compile(schema));

/** Reads an OpenAPI file of `test/contracts`. Schemas are compiled when they are first needed. */
export function readContract(file: string): Contract {
  const id = path.basename(file, '.json');
  // Each request has its own schema, from which references must still lead into the file.
  const text = fs.readFileSync(path.join(FOLDER, file), 'utf8').replaceAll('"#/components/', `"${id}#/components/`);
  const contract = JSON.parse(text) as OpenApi;
  const compiler = (coerceTypes: boolean) =>
    compilerOf(coerceTypes).addSchema({ $id: id, components: contract.components });
  const [exact, coercing] = [compiler(false), compiler(true)];
  const checks = new Map<string, Check>();
  const check = (key: string, schema: Schema, isForm: boolean): Check => {
    const known = checks.get(key);
    if (known) return known;
    const made = checkOf((isForm ? coercing : exact).compile(schema));
    checks.set(key, made);
    return made;
  };
  const byName = (name: string): Schema => {
    if (!contract.components.schemas[name]) throw new Error(`${file} has no schema ${name}`);
    return { $ref: `${id}#/components/schemas/${name}` };
  };

  return {
    version: contract.info.version,
    madeFrom: contract.info['x-made-from'],
    schema: (name) => check(name, byName(name), false),
    minimal: (name) => minimal(contract, byName(name)) as Json,

    request(sent) {
      const { pathname, search } = new URL(sent.url, 'http://stand-in.invalid');
      const found = findOperation(contract, sent.method, pathname);
      const query = readForm(search.slice(1));
      if (!found) {
        const breaches = [`${sent.method} ${pathname}: the contract has no such call`];
        return { operation: null, path: {}, query, body: {}, breaches };
      }
      const { operation, key } = found;
      const breaches: string[] = [];
      for (const [name, value] of Object.entries(query)) {
        const parameter = operation.parameters?.find((one) => one.in === 'query' && one.name === name);
        if (!parameter) breaches.push(`query ${name}: the call has no such parameter`);
        else {
          const held = { value };
          const schema = { type: 'object', properties: { value: parameter.schema } };
          breaches.push(...check(`${key} ?${name}`, schema, true)(held));
          query[name] = held.value;
        }
      }
      for (const { name, required, in: place } of operation.parameters ?? []) {
        if (place === 'query' && required && !(name in query)) breaches.push(`query ${name}: is missing`);
      }
      const read = readBody(operation, sent);
      if (read.breach) breaches.push(read.breach);
      else if (read.schema) breaches.push(...check(`${key} body`, read.schema, read.isForm)(read.body));
      return {
        operation: key,
        path: found.path,
        query,
        body: read.body,
        breaches: breaches.map((breach) => `${key}: ${breach}`),
      };
    },

    answer(key, status, body) {
      const [method = '', template = ''] = key.split(' ');
      const operation = contract.paths[template]?.[method.toLowerCase()];
      if (!operation) return [`${key}: the contract has no such call`];
      const response = operation.responses[status] ?? operation.responses.default;
      if (!response || (status < 400 && !operation.responses[status])) return [`${key}: never answers ${status}`];
      const schema = Object.values(response.content ?? {})[0]?.schema;
      if (!schema) return body === undefined ? [] : [`${key}: ${status} has no body`];
      return check(`${key} ${status}`, schema, false)(body).map((breach) => `${key} ${status}: ${breach}`);
    },
  };
}

const checkOf =
  (validate: ValidateFunction): Check =>
  (value) =>
    validate(value) ? [] : (validate.errors ?? []).map(sentence);

function sentence({ instancePath, message, params }: ErrorObject): string {
  const { additionalProperty, allowedValues, allowedValue } = params;
  const named = additionalProperty ?? allowedValue ?? (allowedValues as unknown[] | undefined)?.slice(0, 5).join(', ');
  return `${instancePath || 'the body'} ${message ?? 'is wrong'}${named === undefined ? '' : ` (${named})`}`;
}

function findOperation(contract: OpenApi, method: string, pathname: string) {
  const parts = pathname.split('/');
  // A fixed path comes before one with variables: `/v2/profiles/me`.
  const templates = Object.keys(contract.paths).sort((one, other) => one.split('{').length - other.split('{').length);
  for (const template of templates) {
    const wanted = template.split('/');
    const operation = contract.paths[template]?.[method.toLowerCase()];
    if (!operation || wanted.length !== parts.length) continue;
    const variables: Record<string, string> = {};
    const fits = wanted.every((want, index) => {
      const part = decodeURIComponent(parts[index] ?? '');
      if (!want.startsWith('{')) return want === part;
      variables[want.slice(1, -1)] = part;
      return part !== '';
    });
    if (fits) return { operation, key: `${method} ${template}`, path: variables };
  }
  return null;
}

const FORM = 'application/x-www-form-urlencoded';

function readBody(operation: Operation, { contentType, body }: SentRequest) {
  const [wanted, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  if (!wanted) {
    return { body: {}, schema: null, isForm: false, breach: body === '' ? null : 'the call has no body' };
  }
  const isForm = wanted === FORM;
  const read = { body: {} as Json, schema: content!.schema, isForm, breach: null as string | null };
  if (body === '') return read;
  if (contentType?.split(';')[0] !== wanted) return { ...read, breach: `content-type must be ${wanted}` };
  if (isForm) return { ...read, body: readForm(body) };
  try {
    return { ...read, body: JSON.parse(body) as Json };
  } catch {
    return { ...read, breach: 'the body is not JSON' };
  }
}

/** Reads a form. Brackets nest, and numbers and empty brackets make arrays: `a[b][0][c]=1`, `expand[]=x`. */
export function readForm(text: string): Json {
  const form: Json = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const keys = [...name.matchAll(/^[^[]+|\[[^\]]*\]/g)].map(([key]) => key.replace(/^\[|\]$/g, ''));
    let place = form;
    for (const [index, key] of keys.entries()) {
      const own = key === '' ? String(Object.keys(place).length) : key;
      if (index === keys.length - 1) place[own] = value;
      else {
        if (typeof place[own] !== 'object') place[own] = {};
        place = place[own] as Json;
      }
    }
  }
  return withArrays(form) as Json;
}

function withArrays(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, withArrays(one)] as const);
  const isArray = entries.length > 0 && entries.every(([key], index) => key === String(index));
  return isArray ? entries.map(([, one]) => one) : Object.fromEntries(entries);
}

interface SchemaShape extends Schema {
  readonly const?: unknown;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly SchemaShape[];
  readonly oneOf?: readonly SchemaShape[];
  readonly required?: readonly string[];
  readonly properties?: Record<string, SchemaShape>;
}

/** Returns the minimal value that the schema allows: null if possible, otherwise the first of a choice. */
function minimal(contract: OpenApi, schema: SchemaShape): unknown {
  if (schema.$ref) return minimal(contract, contract.components.schemas[schema.$ref.split('/').at(-1)!] as SchemaShape);
  if ('const' in schema) return schema.const;
  const types = [schema.type ?? []].flat();
  if (types.includes('null') || schema.anyOf?.some(({ type }) => type === 'null')) return null;
  if (schema.enum) return schema.enum[0];
  const choice = schema.oneOf?.[0] ?? schema.anyOf?.[0];
  if (choice) return minimal(contract, choice);
  if (types[0] === 'object') {
    return Object.fromEntries(
      (schema.required ?? []).map((name) => [name, minimal(contract, schema.properties![name]!)]),
    );
  }
  return { string: '', integer: 0, number: 0, boolean: false, array: [] }[types[0] ?? ''] ?? {};
}
