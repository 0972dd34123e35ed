import { readFileSync } from 'node:fs';

interface Schema {
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
}

interface PublishedPath {
  post: {
    'x-needs': PublishedCall['needs'];
    'x-changes': boolean;
    requestBody: { content: { 'application/json': { schema: Schema } } };
  };
}

export interface PublishedCall {
  readonly name: string;
  readonly needs: 'nobody' | 'login' | 'checksum';
  readonly changes: boolean;
  /** Every path to a field, even nested ones: `['customer', 'address', 'street']`. A map's entries have any name. */
  readonly fields: readonly (readonly string[])[];
}

/** Fields that every call accepts in addition to its own. */
export const ENVELOPE = [
  'token',
  'request_key',
  'data',
  'catalogue_version',
  'catalogue',
  'orders',
  'open_order',
  'open_refund',
];

/** Reads every call of the published contract from its document. */
export function publishedCalls(): PublishedCall[] {
  const { paths } = JSON.parse(readFileSync('docs/api/openapi.json', 'utf8')) as {
    paths: Record<string, PublishedPath>;
  };
  return Object.entries(paths).map(([path, { post }]) => ({
    name: path.replace('/api/', ''),
    needs: post['x-needs'],
    changes: post['x-changes'],
    fields: [...fieldsOf(post.requestBody.content['application/json'].schema, [])],
  }));
}

function* fieldsOf(schema: Schema, at: readonly string[]): Generator<readonly string[]> {
  for (const one of schema.anyOf ?? []) yield* fieldsOf(one, at);
  const entries = Object.entries(schema.properties ?? {});
  if (typeof schema.additionalProperties === 'object') entries.push(['street', schema.additionalProperties]);
  if (schema.items) entries.push(['0', schema.items]);
  for (const [name, inside] of entries) {
    yield [...at, name];
    yield* fieldsOf(inside, [...at, name]);
  }
}

/** Returns the body as JSON, with the text as the field's value; `undefined` leaves the field out. */
export function withValue(body: object, field: readonly string[], text: string | undefined): string {
  const mark = '\u0001here\u0001';
  const copy = structuredClone(body) as Record<string, unknown>;
  let inside = copy;
  for (const name of field.slice(0, -1)) {
    if (typeof inside[name] !== 'object' || inside[name] === null) inside[name] = {};
    inside = inside[name] as Record<string, unknown>;
  }
  const last = field.at(-1)!;
  if (text === undefined) delete inside[last];
  else inside[last] = mark;
  return JSON.stringify(copy).replace(JSON.stringify(mark), () => text ?? '');
}
