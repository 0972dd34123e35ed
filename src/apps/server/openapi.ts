import { z } from 'zod';
import type { OfficeCallContract } from '#features/staff/domain/office-call.ts';
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
  orders: {
    type: ['string', 'null'],
    description: '"newest": a customer\'s bundle has newest instead of orders and refunds.',
  },
  open_order: {
    type: ['string', 'null'],
    maxLength: 200,
    description: 'The id of an order that the bundle includes, with its refunds, as open_order.',
  },
  open_refund: {
    type: ['string', 'null'],
    maxLength: 200,
    description: 'The id of a refund whose order the bundle includes as open_order.',
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

/**
 * Generates the published contract from the schemas that validate requests: money in minor units, instants in UTC (ISO
 * 8601).
 */
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
    components: { schemas: { Error: ERROR, UserData: schemaOf(bundle, 'output') } },
  };
}

/** Does the same for the calls of the office. */
export function officeOpenApiDocument(contracts: readonly OfficeCallContract[]): JsonObject {
  const sorted = [...contracts].sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Foyer: the office',
      version: '1',
      description:
        'The calls of the staff’s application, all POST with JSON from its own pages, with the session in a cookie. `x-permission` is what a role must allow; `x-fresh` calls need a proof of identity from the last five minutes.',
    },
    paths: Object.fromEntries(
      sorted.map((contract) => [`/office/api/${contract.name}`, { post: officeOperation(contract) }]),
    ),
    components: {
      schemas: {
        Error: {
          ...ERROR,
          properties: {
            ...ERROR.properties,
            code: {
              enum: ['login', 'step_up', 'forbidden', 'foreign_site'],
              description: 'What to do, for refusals that the request itself did not cause.',
            },
            permission: { type: 'string', description: 'With `forbidden`: what is missing.' },
          },
        },
      },
    },
  };
}

const ERROR = {
  type: 'object',
  required: ['message'],
  properties: {
    message: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
  },
};

const officeStatuses: Record<number, string> = {
  401: 'Nobody is signed in, or the session has ended',
  403: 'From another site, not allowed, or a fresh proof is needed; `code` says which',
  404: 'Does not exist',
  409: 'Conflicts with the current state',
  422: 'A field is missing or invalid; `errors` has its message',
  429: 'Too many attempts',
  503: 'Overloaded, or the database is unavailable',
};

function officeOperation(contract: OfficeCallContract): JsonObject {
  const request = schemaOf(contract.request as z.ZodType, 'input');
  const { needs } = contract;
  return {
    operationId: contract.name,
    summary: contract.summary,
    ...('permission' in needs ? { 'x-permission': needs.permission } : { 'x-who': needs.who }),
    'x-fresh': contract.fresh,
    'x-changes': contract.changes,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            ...request,
            properties: { request_key: envelope.request_key, ...(request.properties as JsonObject) },
          },
        },
      },
    },
    responses: {
      200: {
        description: 'Success',
        content: { 'application/json': { schema: schemaOf(contract.answer as z.ZodType, 'output') } },
      },
      ...refusalsOf(officeStatuses),
    },
  };
}

const refusalsOf = (described: Record<number, string>): JsonObject =>
  Object.fromEntries(
    Object.entries(described).map(([status, description]) => [
      status,
      { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
    ]),
  );

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
      ...refusalsOf(statuses),
    },
  };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonObject;
  // Requests may have unknown fields, which are ignored, and answers may gain fields.
  delete json.additionalProperties;
  return json;
}
