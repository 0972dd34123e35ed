import { CODE_APP_SEAL } from '#features/staff/server/public.ts';
import type { Config } from '#platform/config/config.ts';
import { createSealer, type Sealer } from '#platform/secrets/sealer.ts';

type Keys = Pick<Config, 'secretKey' | 'olderSecretKeys'>;

function sealerFor({ secretKey, olderSecretKeys }: Keys, purpose: string): Sealer {
  const [secret = '', ...older] = [secretKey, ...olderSecretKeys].map((key) => key.toString('base64'));
  return createSealer(secret, purpose, older);
}

/** Seals mails that contain a secret. */
export const mailSealerOf = (keys: Keys): Sealer => sealerFor(keys, 'mail-bodies');

/** Seals the secrets of the staff's code apps. */
export const codeSealerOf = (keys: Keys): Sealer => sealerFor(keys, CODE_APP_SEAL);
