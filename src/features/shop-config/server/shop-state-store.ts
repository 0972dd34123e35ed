import type { Queryable, Tx } from '#platform/db/db.ts';
import type { PublicConfig } from '../contract.ts';
import type { PrivateConfig } from './shop.ts';

/** The configuration without the parts that are computed when it is read. */
export type StoredPublicConfig = Omit<
  PublicConfig,
  'events' | 'shopPaymentBankTransferLeadDays' | 'shippingCountries' | 'operatorCountry'
>;

/** `shop_state.config`. Events and the id of the terms are joined when it is read. */
export interface StoredConfig {
  readonly public: StoredPublicConfig;
  readonly private: Omit<PrivateConfig, 'termsVersionId' | 'dayZero'>;
  /** The rule or date behind day zero. If it changes, day zero is resolved again. */
  readonly dayZeroRule: unknown;
  /** The folder's order of each map of labels, which jsonb does not keep. */
  readonly labelOrder: Readonly<Record<string, readonly string[]>>;
  /** Events of the folder. Earlier events stay in their table for orders that refer to them. */
  readonly eventCodes: readonly string[];
}

export interface ShopStamp {
  readonly version: number;
  readonly folderHash: string;
  readonly importedAt: Date;
  /** Identifies this state across databases. */
  readonly key: string;
}

const KEY = "concat_ws(':', current_database(), version, folder_hash, extract(epoch from imported_at))";

/** `ShopStamp.key` as an expression, for a statement that reads more. Null before the first import. */
export const SHOP_KEY = `(select ${KEY} from shop_state)`;

const STAMP = `
  version,
  folder_hash as "folderHash",
  imported_at as "importedAt",
  ${KEY} as key`;

/** Returns the stamp of the imported state; undefined before the first import. */
export function shopStamp(db: Queryable): Promise<ShopStamp | undefined> {
  return db.row<ShopStamp>(`select ${STAMP} from shop_state`);
}

export interface ShopStateRow extends ShopStamp {
  readonly dayZero: string;
  readonly config: StoredConfig;
  readonly termsVersionId: number;
  readonly events: {
    readonly id: number;
    readonly code: string;
    readonly name: string;
    readonly startsAt: string;
    readonly endsAt: string;
    readonly timezone: string;
    readonly venue: string;
    readonly address: string;
    readonly entrance: string | null;
    readonly gateTimes: string | null;
    readonly bring: string | null;
  }[];
}

/** Returns the imported state; undefined before the first import. */
export function shopState(db: Queryable): Promise<ShopStateRow | undefined> {
  return db.row<ShopStateRow>(`
    select
      ${STAMP},
      to_char(day_zero, 'YYYY-MM-DD') as "dayZero",
      config,
      (select id from terms_versions where version = config->'public'->>'termsVersion') as "termsVersionId",
      coalesce((
        select json_agg(json_build_object(
          'id', id,
          'code', code,
          'name', name,
          'startsAt', starts_at,
          'endsAt', ends_at,
          'timezone', timezone,
          'venue', venue,
          'address', address,
          'entrance', entrance,
          'gateTimes', gate_times,
          'bring', bring
        ) order by starts_at, id)
        from events
        where config->'eventCodes' ? code
      ), '[]') as events
    from shop_state`);
}

export async function saveShopState(
  tx: Tx,
  state: { dayZero: string; folderHash: string; config: StoredConfig; importedAt: Date },
): Promise<number> {
  const row = await tx.row<{ version: number }>(
    `insert into shop_state (day_zero, folder_hash, config, imported_at)
     values ($1, $2, $3, $4)
     on conflict (id) do update set
       version = shop_state.version + 1,
       day_zero = excluded.day_zero,
       folder_hash = excluded.folder_hash,
       config = excluded.config,
       imported_at = excluded.imported_at
     returning version`,
    [state.dayZero, state.folderHash, JSON.stringify(state.config), state.importedAt],
  );
  return row!.version;
}

/** Makes all processes read configuration and catalogue again. */
export const noteConfigChange = (tx: Tx): Promise<number> => tx.run('update shop_state set version = version + 1');
