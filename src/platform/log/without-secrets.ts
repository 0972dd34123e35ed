// The log must contain nothing that opens an order, a ticket, an account or a connection. Secrets are recognised by the
// name of their field, and inside any text by the shape of our own addresses.

const HIDDEN = '[hidden]';

const SECRET_NAMES =
  /^(.*(token|password|passwd|secret|checksum|authorization|cookie|signature|apikey|secretkey|privatekey)|iban|bic|bankaccount|cart|cartcode|resetcode)$/;

/** Ignores case, `_` and `-`. Only texts and numbers in such fields are hidden; objects and flags stay. */
const isSecretName = (name: string) => SECRET_NAMES.test(name.toLowerCase().replace(/[_-]/g, ''));

const MAX_DEPTH = 8;

/** Copies the value without its secrets. Errors become plain objects with type, message, code, stack and cause. */
export function withoutSecrets(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return textWithoutSecrets(value);
  if (value === null || typeof value !== 'object') return typeof value === 'bigint' ? String(value) : value;
  if (value instanceof Date) return value;
  if (depth === MAX_DEPTH || ArrayBuffer.isView(value)) return HIDDEN;
  if (Array.isArray(value)) return value.map((entry) => withoutSecrets(entry, depth + 1));
  if (value instanceof Error) return errorWithoutSecrets(value, depth);
  const isDatabaseError = 'severity' in value && 'routine' in value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !isDatabaseError || !QUOTING_FIELDS.has(name))
      .map(([name, entry]) => [
        name,
        isSecretName(name) && (typeof entry === 'string' || typeof entry === 'number')
          ? HIDDEN
          : withoutSecrets(entry, depth + 1),
      ]),
  );
}

/** Fields of a database error that quote the row. */
const QUOTING_FIELDS = new Set(['detail', 'where', 'internalQuery']);

/** Keeps what helps to find the fault, but not the row that a database error quotes. */
function errorWithoutSecrets(error: Error & { code?: unknown; constraint?: unknown }, depth: number): unknown {
  return {
    type: error.name,
    message: textWithoutSecrets(error.message),
    ...(error.code === undefined ? {} : { code: String(error.code) }),
    ...(error.constraint === undefined ? {} : { constraint: error.constraint }),
    stack: textWithoutSecrets(error.stack ?? ''),
    ...(error.cause === undefined ? {} : { cause: withoutSecrets(error.cause, depth + 1) }),
  };
}

/** Secrets in any text: in paths of pages, downloads and gateways, in database addresses, and bearer tokens. */
const SECRET_PATTERNS: [RegExp, string][] = [
  [/(\/reset-password\/)[^\s?#"'<>]+/gi, `$1${HIDDEN}`],
  [/(\/download-ticket\/)[^\s?#"'<>]+/gi, `$1${HIDDEN}`],
  [/(\/(?:accept-tcs|download-invoice)\/[^\s/?#"'<>]+\/)[^\s?#"'<>]+/gi, `$1${HIDDEN}`],
  [/(\/payment-plan-payment\/[^\s/?#"'<>]+\/)[^\s/?#"'<>]+/gi, `$1${HIDDEN}`],
  // The return path from a gateway contains the order's checksum.
  [/(\/(?:payments\/return|sandbox-gateway\/pay)\/)[^\s?#"'<>]+/gi, `$1${HIDDEN}`],
  [/(\/manage-ticket\/)[^\s?#"'<>]+/gi, `$1${HIDDEN}`],
  // Any other download.
  [/(\/download-(?!ticket\/|invoice\/)[a-z-]+\/)[^\s?#"'<>]+/gi, `$1${HIDDEN}`],
  // Single-use links have their token after the hash sign.
  [/(\/(?:login-link|confirm-email)#)[^\s"'<>]+/gi, `$1${HIDDEN}`],
  // In mistyped addresses, anything shaped like a token, a checksum or a code is hidden. Our own paths are lower-case.
  [/(\/)(?=[\w-]*[A-Z0-9])(?:[\w-]{43}|[\w-]{22}|[2-9A-HJKMNP-Z]{17}|[2-9A-HJKMNP-Z]{26})(?![\w-])/g, `$1${HIDDEN}`],
  // Credentials in an address. The scheme's length is bounded to keep the search from being quadratic for long texts.
  [/([a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/@"'<>]+@/gi, `$1${HIDDEN}@`],
  [/(\bBearer )[^\s"'<>]+/gi, `$1${HIDDEN}`],
];

export function textWithoutSecrets(text: string): string {
  let clean = text;
  for (const [pattern, replacement] of SECRET_PATTERNS) clean = clean.replace(pattern, replacement);
  return clean;
}

/** Hides the secret parts of the path and all values of the query; the names of the query's fields are enough. */
export function addressWithoutSecrets(address: string): string {
  const [path = '', query] = address.split('#')[0]!.split(/\?(.*)/s);
  const names = query?.split('&').map((pair) => `${pair.split('=')[0]}=${HIDDEN}`);
  return textWithoutSecrets(decoded(path)) + (names ? `?${names.join('&')}` : '');
}

/**
 * Decodes the path, because percent-encoding could hide a secret from the patterns. Replaces control characters, which
 * could forge a log line.
 */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path).replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '?');
  } catch {
    return path;
  }
}
