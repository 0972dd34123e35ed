import { toInstant, toInstantOrNull } from '#wire/fields.ts';
import type { Place } from './begin-session.ts';
import type { PasskeyRow } from './factor-store.ts';
import type { OfficeContext } from './office-calls.ts';
import type { SessionRow } from './session-store.ts';

export const placeOf = ({ ip, device }: OfficeContext): Place => ({ ip, device });

export const passkeyView = (key: PasskeyRow) => ({
  id: key.id,
  name: key.name,
  added_at: toInstant(key.addedAt),
  last_used_at: toInstantOrNull(key.lastUsedAt),
  is_synced: key.isSynced,
  counter_went_back: key.counterWentBackAt !== null,
});

export const sessionView = (session: SessionRow, currentId: number) => ({
  id: session.id,
  device: session.device,
  began_at: toInstant(session.begunAt),
  last_active_at: toInstant(session.lastActiveAt),
  ends_at: toInstant(session.endsAt),
  is_current: session.id === currentId,
});
