import { z } from 'zod';
import type { CallContract } from '#kernel/call.ts';

interface JsonObject {
  [key: string]: unknown;
}

const envelope: JsonObject = {
  token: { type: ['string', 'null'], description: 'The login token. Null, "" or absent: anonymous.' },
  request_key: {
    type: ['string', 'null'],
    maxLength: 64,
    description: 'Repeating a request with the same key and body returns the stored result.',
  },
};
const dataEnvelope: JsonObject = {
  data: { type: ['string', 'null'], description: '"none" omits the bundle from the answer.' },
  catalogue_version: {
    type: ['string', 'null'],
    description: 'If it is current, the bundle omits products and merchandise.',
  },
  catalogue: {
    type: ['string', 'null'],
    description:
      '"changes", together with catalogue_version: the bundle may contain catalogue_changes instead of products and merchandise, and omits an unchanged config.',
  },
};

const statuses: Record<number, string> = {
  400: 'Not JSON, or not an object',
  401: 'The call needs a login',
  404: 'Does not exist, or belongs to somebody else',
  409: 'No longer possible, or refused by a rule of the shop that concerns no single field',
  410: 'The cart has expired or has become an order',
  413: 'The body is over 100 kB',
  415: 'The content type is not JSON',
  422: 'A field is missing or invalid; `errors` has its message',
  429: 'Too many attempts',
  503: 'Overloaded, or the database is unavailable',
};

/** The published contract, generated from the schemas that validate requests. Money is in minor units, instants are ISO 8601 in UTC. */
export function openApiDocument(contracts: readonly CallContract[], bundle: z.ZodType): JsonObject {
  const sorted = [...contracts].sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Foyer',
      version: '1',
      description: 'The calls of the shop, all POST with JSON. Unknown fields are ignored, and ids are opaque.',
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
        description: 'Success',
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
