// Extracts the calls that the shop makes to Stripe from the types of Stripe's SDK, and writes them as an OpenAPI 3.1
// file. Stripe generates those types from its own OpenAPI file, for exactly the API version that the SDK sends.
//
//   mkdir /tmp/cut && cd /tmp/cut && npm init -y && npm install typescript@5 stripe@VERSION
//   node <this file> <the contract to write>
//
// `typescript` and `stripe` are taken from the working directory. Later versions of TypeScript lack the interface that
// this uses. `stripe-operations.json` lists the calls, the events, and the length limits that types do not express. If
// one of them no longer exists, the script stops and names it.

import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const require = createRequire(join(process.cwd(), 'package.json'));
const [out] = process.argv.slice(2);
if (!out) throw new Error('Name the file to write.');
cutStripe();

function write(contract) {
  writeFileSync(out, `${JSON.stringify(contract)}\n`);
  const calls = Object.values(contract.paths).reduce((total, path) => total + Object.keys(path).length, 0);
  console.log(`${calls} calls, ${Object.keys(contract.components.schemas).length} schemas`);
}

function cutStripe() {
  const ts = require('typescript');
  const sdk = resolve('node_modules/stripe');
  const operations = join(import.meta.dirname, 'stripe-operations.json');
  const wanted = JSON.parse(readFileSync(operations, 'utf8'));
  const version = readFileSync(join(sdk, 'package.json'), 'utf8').match(/"version": "([^"]+)"/)[1];
  const api = readFileSync(join(sdk, 'esm/apiVersion.js'), 'utf8').match(/ApiVersion = '([^']+)'/)[1];
  const generatedFrom = readFileSync(join(sdk, 'OPENAPI_VERSION'), 'utf8').trim();

  const files = [...new Set([...wanted.operations.map((op) => op.file), wanted.events.file])];
  const program = ts.createProgram(
    files.map((file) => join(sdk, 'esm/resources', `${file}.d.ts`)),
    {
      strict: true,
      skipLibCheck: true,
      noEmit: true,
      types: [],
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
    },
  );
  const checker = program.getTypeChecker();
  const source = (file) => program.getSourceFile(join(sdk, 'esm/resources', `${file}.d.ts`));

  const schemas = {};
  const keptObjects = new Set(wanted.keepExpanded);
  const keptMethods = new Set(wanted.keepMethods);
  const ofMethods = new RegExp(`(^|\\.)(${wanted.objectsOfMethods.join('|')})$`);
  const notSent = new Set(wanted.dropFromRequests);
  const decimals = new Set(wanted.decimalNumbers);

  const nameOf = (symbol) =>
    checker
      .getFullyQualifiedName(symbol)
      .replace(/^"[^"]*"\./, '')
      .replace(/[^A-Za-z0-9._-]/g, '_');

  const literalObject = (type) => {
    const property = type.getProperty?.('object');
    const literal = property && checker.getTypeOfSymbol(property);
    return literal?.isStringLiteral?.() ? literal.value : null;
  };

  /** Makes the schema of a type. `sent`: it is part of a request, in which the SDK writes null as an empty string. */
  function schemaOf(type, sent, name) {
    if (type.aliasSymbol?.getName() === 'Event') return { $ref: '#/components/schemas/AnyEvent' };
    if (type.isUnion()) return unionOf(type, sent, name);
    const flags = type.flags;
    if (flags & ts.TypeFlags.StringLiteral) return { const: type.value };
    if (flags & ts.TypeFlags.NumberLiteral) return { const: type.value };
    if (flags & ts.TypeFlags.BooleanLiteral) return { const: type.intrinsicName === 'true' };
    if (flags & ts.TypeFlags.String) return { type: 'string' };
    if (flags & ts.TypeFlags.Number) return { type: decimals.has(name) ? 'number' : 'integer' };
    if (flags & ts.TypeFlags.Boolean) return { type: 'boolean' };
    if (flags & ts.TypeFlags.Null) return { type: 'null' };
    if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {};
    if (type.isIntersection())
      return type.types.some((one) => one.flags & ts.TypeFlags.String) ? { type: 'string' } : {};
    if (checker.isArrayType(type))
      return { type: 'array', items: schemaOf(checker.getTypeArguments(type)[0], sent, name) };
    const symbol = type.aliasSymbol ?? type.getSymbol();
    const own = symbol?.getName();
    if (own === 'Decimal') return { type: 'string', pattern: '^-?[0-9]+(\\.[0-9]+)?$' };
    if (own === 'Partial') return { type: 'object' };
    if (own === 'ApiList') {
      const [of] = type.aliasTypeArguments ?? checker.getTypeArguments(type);
      return listOf(schemaOf(of, sent, name));
    }
    if (own === '__type') return objectOf(type, sent);
    const component = nameOf(symbol);
    if (!schemas[component]) {
      schemas[component] = {};
      schemas[component] = objectOf(type, sent, component);
    }
    return { $ref: `#/components/schemas/${component}` };
  }

  const listOf = (items) => ({
    type: 'object',
    properties: {
      object: { const: 'list' },
      data: { type: 'array', items },
      has_more: { type: 'boolean' },
      url: { type: 'string' },
    },
    required: ['object', 'data', 'has_more', 'url'],
    additionalProperties: false,
  });

  function objectOf(type, sent, component = '') {
    const perMethod = ofMethods.test(component);
    const index = checker.getIndexInfoOfType(type, ts.IndexKind.String);
    const properties = {};
    const required = [];
    for (const property of checker.getPropertiesOfType(type)) {
      const name = property.getName();
      if (name === 'lastResponse') continue;
      if (sent && notSent.has(name)) continue;
      const propertyType = checker.getTypeOfSymbol(property);
      const optional = Boolean(property.flags & ts.SymbolFlags.Optional);
      if (!optional) required.push(name);
      if (perMethod && !keptMethods.has(name) && isPartOfMethod(propertyType)) {
        properties[name] = {
          type:
            propertyType.isUnion() && propertyType.types.some((one) => one.flags & ts.TypeFlags.Null)
              ? ['object', 'null']
              : 'object',
        };
        continue;
      }
      properties[name] = schemaOf(propertyType, sent, name);
    }
    if (index && Object.keys(properties).length === 0) {
      return { type: 'object', additionalProperties: schemaOf(index.type, sent) };
    }
    return { type: 'object', properties, ...(required.length > 0 ? { required } : {}), additionalProperties: false };
  }

  /** True for details of payment methods that the shop does not read; these may be any object. */
  function isPartOfMethod(type) {
    const parts = type.isUnion() ? type.types : [type];
    return (
      parts.some((part) => part.flags & ts.TypeFlags.Object) &&
      !parts.some((part) => part.flags & ts.TypeFlags.StringLike && part.value !== '')
    );
  }

  function unionOf(type, sent, name) {
    const parts = type.types.filter((part) => !(part.flags & ts.TypeFlags.Undefined));
    const nullable = parts.some((part) => part.flags & ts.TypeFlags.Null);
    const others = parts.filter((part) => !(part.flags & ts.TypeFlags.Null));
    const literals = others.filter((part) => part.isStringLiteral?.()).map((part) => part.value);
    const numbers = others.filter((part) => part.isNumberLiteral?.()).map((part) => part.value);
    const booleans = others.filter((part) => part.flags & ts.TypeFlags.BooleanLiteral);
    const openString = others.some(
      (part) => part.isIntersection?.() && part.types.some((one) => one.flags & ts.TypeFlags.String),
    );
    const objects = others.filter((part) => part.flags & ts.TypeFlags.Object);
    const plainString = others.some((part) => part.flags & ts.TypeFlags.String);
    const plainNumber = others.some((part) => part.flags & ts.TypeFlags.Number);

    const choices = [];
    const empty = sent && literals.includes('');
    const named = empty ? literals.filter((value) => value !== '') : literals;
    if (named.length > 0)
      choices.push({ type: 'string', enum: [...named].sort(), ...(openString ? { 'x-open': true } : {}) });
    else if (openString) choices.push({ type: 'string' });
    if (numbers.length > 0) choices.push({ enum: numbers });
    if (booleans.length === 2) choices.push({ type: 'boolean' });
    else if (booleans.length === 1) choices.push({ const: booleans[0].intrinsicName === 'true' });
    if (plainNumber) choices.push({ type: decimals.has(name) ? 'number' : 'integer' });

    const expandable = !sent && plainString && objects.some((part) => literalObject(part));
    const kept = expandable ? objects.filter((part) => keptObjects.has(literalObject(part))) : objects;
    if (plainString) choices.push({ type: 'string' });
    for (const part of kept) choices.push(schemaOf(part, sent, name));
    if (empty) choices.push({ const: '' });
    if (nullable && !sent) choices.push({ type: 'null' });

    if (choices.length === 0) return nullable ? { type: 'null' } : {};
    if (choices.length === 1) return choices[0];
    if (choices.length === 2 && nullable && !sent && typeof choices[0].type === 'string') {
      const [only] = choices;
      return only.enum
        ? { ...only, type: [only.type, 'null'], enum: [...only.enum, null] }
        : { ...only, type: [only.type, 'null'] };
    }
    return { anyOf: choices };
  }

  const paths = {};
  for (const { file, resource, method } of wanted.operations) {
    const declaration = source(file).statements.find((one) => ts.isClassDeclaration(one) && one.name.text === resource);
    if (!declaration) throw new Error(`${resource} is not in ${file}`);
    const member = declaration.members.find(
      (one) =>
        ts.isMethodDeclaration(one) &&
        one.name.getText() === method &&
        one.parameters.some((p) => p.name.getText() === 'params'),
    );
    if (!member) throw new Error(`${resource}.${method} is not there`);
    const { verb, path } = addressOf(join(sdk, 'esm/resources', `${file}.js`), resource, method);
    const parameter = member.parameters.find((one) => one.name.getText() === 'params');
    const paramsType = checker.getNonNullableType(checker.getTypeAtLocation(parameter));
    const params = objectOf(paramsType, true);
    const answerNode = member.type.typeArguments[0];
    const isList = member.type.typeName.getText() === 'ApiListPromise';
    const answered = isList
      ? listOf(schemaOf(checker.getTypeFromTypeNode(answerNode), false))
      : schemaOf(checker.getTypeFromTypeNode(answerNode.typeArguments[0]), false);
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    }));
    const operation = { operationId: `${resource.replace(/Resource$/, '')}.${method}` };
    if (verb === 'GET' || verb === 'DELETE') {
      const inQuery = Object.entries(params.properties).map(([name, schema]) => ({
        name,
        in: 'query',
        ...(params.required?.includes(name) ? { required: true } : {}),
        style: 'deepObject',
        explode: true,
        schema,
      }));
      if (inPath.length + inQuery.length > 0) operation.parameters = [...inPath, ...inQuery];
    } else {
      if (inPath.length > 0) operation.parameters = inPath;
      operation.requestBody = { content: { 'application/x-www-form-urlencoded': { schema: params } } };
    }
    operation.responses = {
      200: { description: 'OK', content: { 'application/json': { schema: answered } } },
      default: {
        description: 'Error',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorAnswer' } } },
      },
    };
    paths[path] ??= {};
    paths[path][verb.toLowerCase()] = operation;
  }

  const events = [];
  const eventFile = source(wanted.events.file);
  for (const statement of eventFile.statements) {
    if (!ts.isInterfaceDeclaration(statement)) continue;
    const typeMember = statement.members.find((one) => one.name?.getText() === 'type');
    const literal = typeMember?.type && ts.isLiteralTypeNode(typeMember.type) ? typeMember.type.literal.text : null;
    if (!literal || !wanted.events.types.includes(literal)) continue;
    const type = checker.getTypeAtLocation(statement.name);
    events.push([literal, schemaOf(type, false)]);
  }
  const missing = wanted.events.types.filter((type) => !events.some(([literal]) => literal === type));
  if (missing.length > 0) throw new Error(`No such events: ${missing.join(', ')}`);
  schemas.AnyEvent = {
    oneOf: events.map(([, schema]) => schema),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(events.map(([literal, schema]) => [literal, schema.$ref])),
    },
  };
  schemas.ErrorAnswer = errorAnswer(sdk);

  addLimits({ paths, components: { schemas } }, wanted.limits);
  removeUnusedSchemas(paths, schemas, ['AnyEvent', 'ErrorAnswer']);
  write({
    openapi: '3.1.0',
    info: {
      title: 'Stripe API, the operations of a ticket shop',
      version: api,
      license: { name: 'MIT', identifier: 'MIT' },
      'x-made-from': `npm stripe@${version} (typings and methods, generated by Stripe from its OpenAPI ${generatedFrom})`,
    },
    servers: [{ url: 'https://api.stripe.com' }],
    security: [{ key: [] }],
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => a.localeCompare(b))),
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => a.localeCompare(b))),
    },
  });
}

/** Finds the address of each call in the SDK's code. */
function addressOf(file, resource, method) {
  const code = readFileSync(file, 'utf8');
  const from = code.indexOf(`class ${resource} `);
  const body = code.slice(code.indexOf(`\n    ${method}(`, from));
  const found = body.match(/_makeRequest\('(\w+)', (?:'([^']+)'|`([^`]+)`)/);
  const path = (found[2] ?? found[3]).replace(/\$\{encodeURIComponent\((\w+)\)\}/g, '{$1}');
  return { verb: found[1], path };
}

function errorAnswer(sdk) {
  const code = readFileSync(join(sdk, 'esm/Error.js'), 'utf8');
  const types = [...new Set([...code.matchAll(/case '(\w+)'/g)].map(([, type]) => type))].filter((type) =>
    /error|request/.test(type),
  );
  return {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['type'],
        properties: {
          type: {
            type: 'string',
            enum: [
              ...new Set([...types, 'api_error', 'card_error', 'idempotency_error', 'invalid_request_error']),
            ].sort(),
          },
          code: { type: 'string' },
          decline_code: { type: 'string' },
          advice_code: { type: 'string' },
          network_decline_code: { type: 'string' },
          network_advice_code: { type: 'string' },
          charge: { type: 'string' },
          doc_url: { type: 'string' },
          message: { type: 'string' },
          param: { type: 'string' },
          request_log_url: { type: 'string' },
          payment_method_type: { type: 'string' },
          payment_intent: { $ref: '#/components/schemas/PaymentIntent' },
          payment_method: { $ref: '#/components/schemas/PaymentMethod' },
          setup_intent: { $ref: '#/components/schemas/SetupIntent' },
        },
      },
    },
  };
}

/** `at` is a JSON pointer into the contract. */
function addLimits(contract, limits) {
  for (const { at, set } of limits) {
    const parts = at
      .split('/')
      .slice(1)
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
    const found = parts.reduce((one, part) => one?.[part], contract);
    if (!found) throw new Error(`Nothing is at ${at}`);
    Object.assign(found, set);
  }
}

/** Removes the schemas that neither a call nor one of `roots` uses. */
function removeUnusedSchemas(paths, schemas, roots) {
  const reached = new Set();
  const visit = (value) => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!value || typeof value !== 'object') return;
    if (typeof value.$ref === 'string') reach(value.$ref.split('/').at(-1));
    for (const part of Object.values(value)) visit(part);
  };
  const reach = (name) => {
    if (reached.has(name)) return;
    reached.add(name);
    if (!schemas[name]) throw new Error(`No schema ${name}`);
    visit(schemas[name]);
  };
  visit(paths);
  for (const root of roots) if (schemas[root]) reach(root);
  for (const name of Object.keys(schemas)) if (!reached.has(name)) delete schemas[name];
}
