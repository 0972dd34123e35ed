import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** A software authenticator: makes keys and signs as a phone does, with the flags and counter that a test sets. */
export interface TestPasskey {
  readonly id: string;
  /** Answers the options of `passkey-options`. */
  register(options: CreationOptions, changes?: Changes): Credential;
  /** Answers the options of `login-passkey-options` or `step-up-options`. */
  answer(options: RequestOptions, changes?: Changes): Credential;
}

// biome-ignore lint/suspicious/noExplicitAny: what a browser would send; the server checks its shape.
type Credential = any;

interface CreationOptions {
  challenge: string;
  user: { id: string };
}
interface RequestOptions {
  challenge: string;
}

interface Changes {
  origin?: string;
  rpId?: string;
  challenge?: string;
  counter?: number;
  /** Whether the device asked for a finger or a PIN. */
  isVerified?: boolean;
  userHandle?: string;
}

const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes as never).toString('base64url');

export function newPasskey(origin: string): TestPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const rawId = randomBytes(32);
  const id = base64url(rawId);
  let handle = '';
  let counter = 0;

  const clientData = (type: string, challenge: string, at: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }));
  const authData = (changes: Changes, count: number, attested?: Buffer) => {
    const { rpId = new URL(origin).hostname, isVerified = true } = changes;
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (attested ? 0x40 : 0);
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(count);
    return Buffer.concat([sha256(rpId), Buffer.of(flags), counted, attested ?? Buffer.alloc(0)]);
  };
  return {
    id,
    register(options, changes = {}) {
      handle = options.user.id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(rawId.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, rawId, coseKey(publicKey)]);
      const data = authData(changes, changes.counter ?? counter, attested);
      const { challenge = options.challenge, origin: at = origin } = changes;
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge, at)),
          attestationObject: base64url(
            Buffer.concat([
              Buffer.of(0xa3),
              ...[cborText('fmt'), cborText('none'), cborText('attStmt'), Buffer.of(0xa0)],
              ...[cborText('authData'), cborBytes(data)],
            ]),
          ),
          transports: ['internal'],
        },
      };
    },
    answer(options, changes = {}) {
      counter = changes.counter ?? counter + 1;
      const { challenge = options.challenge, origin: at = origin, userHandle = handle } = changes;
      const data = authData(changes, counter);
      const client = clientData('webauthn.get', challenge, at);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
          userHandle,
        },
      };
    },
  };
}

/** Encodes an ES256 key on P-256 as in RFC 9053. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return Buffer.concat([
    Buffer.of(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21),
    cborBytes(Buffer.from(x, 'base64url')),
    Buffer.of(0x22),
    cborBytes(Buffer.from(y, 'base64url')),
  ]);
}

const cborText = (text: string): Buffer => Buffer.concat([Buffer.of(0x60 + text.length), Buffer.from(text)]);

function cborBytes(bytes: Buffer): Buffer {
  const head =
    bytes.length < 256 ? Buffer.of(0x58, bytes.length) : Buffer.of(0x59, bytes.length >> 8, bytes.length & 255);
  return Buffer.concat([head, bytes]);
}
