import { z } from 'zod';
import type { CallContract } from '#kernel/call.ts';

interface JsonObject {
  [key: string]: unknown;
}

const envelope: JsonObject = {
  token: { type: ['string', 'null'], description: 'The login token; null, "" and absent mean anonymous.' },
  request_key: {
    type: ['string', 'null'],
    maxLength: 64,
    description: 'The same key with the same body answers with the stored result.',
  },
};
const dataEnvelope: JsonObject = {
  data: { type: ['string', 'null'], description: '"none" leaves the bundle out of the answer.' },
  catalogue_version: {
    type: ['string', 'null'],
    description: 'When it is current, products and merchandise are left out of the bundle.',
  },
  catalogue: {
    type: ['string', 'null'],
    description:
      '"changes", with a catalogue_version: catalogue_changes may stand for products and merchandise, and a config that is the same is left out.',
  },
};

const statuses: Record<number, string> = {
  400: 'Not JSON, or not an object',
  401: 'The call needs a login',
  404: 'No such thing, or not yours',
  409: 'True a moment ago, not now; or a shop rule that names no field',
  410: 'The cart has expired or has become an order',
  413: 'The body is over 100 kB',
  415: 'Not JSON',
  422: 'A field is missing or wrong: `errors` has the text for it',
  429: 'Too many tries',
  503: 'Overloaded, or the database is away',
};

/** The published contract, generated from the schemas that validate requests. Money is in minor units, instants are ISO 8601 in UTC. */
export function openApiDocument(contracts: readonly CallContract[], bundle: z.ZodType): JsonObject {
  const sorted = [...contracts].sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Foyer',
      version: '1',
      description: 'The calls of the shop. All are POST with JSON. Unknown fields are ignored; ids are opaque.',
    },
    paths: Object.fromEntries(sorted.map((contract) => [`/api/${contract.name}`, { post: operation(contract) }])),
    components: {
      schemas: {
        Error: {
          type: 'object',
          required: ['message'],
          properties: {
            message: { type: 'string' },
            errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
          },
        },
        UserData: schemaOf(bundle, 'output'),
      },
    },
  };
}

function operation(contract: CallContract): JsonObject {
  const request = schemaOf(contract.request as z.ZodType, 'input');
  const answer = schemaOf(contract.answer as z.ZodType, 'output');
  const withData = contract.data ? { data: { $ref: '#/components/schemas/UserData' } } : {};
  return {
    operationId: contract.name,
    summary: contract.summary,
    'x-needs': contract.needs,
    'x-changes': contract.changes,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            ...request,
            properties: { ...envelope, ...(contract.data ? dataEnvelope : {}), ...(request.properties as JsonObject) },
          },
        },
      },
    },
    responses: {
      200: {
        description: 'It worked',
        content: {
          'application/json': {
            schema: { ...answer, properties: { ...(answer.properties as JsonObject), ...withData } },
          },
        },
      },
      ...Object.fromEntries(
        Object.entries(statuses).map(([status, description]) => [
          status,
          { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
        ]),
      ),
    },
  };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonObject;
  // Unknown fields are ignored in requests, and answers may gain fields.
  delete json.additionalProperties;
  return json;
}
