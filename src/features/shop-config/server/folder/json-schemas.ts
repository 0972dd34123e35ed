import { z } from 'zod';
import { eventFileSchema } from './schema/event-file.ts';
import { itemFileSchema } from './schema/item-file.ts';
import { shopSchema } from './schema/shop-file.ts';
import { voucherFileSchema } from './schema/voucher-file.ts';

const schemas = {
  'shop.schema.json': shopSchema,
  'item.schema.json': itemFileSchema,
  'events.schema.json': eventFileSchema,
  'vouchers.schema.json': voucherFileSchema,
};

/** JSON schemas by file name (draft 7, for editors), from the same source that checks an import. */
export function shopFolderJsonSchemas(): Map<string, string> {
  return new Map(
    Object.entries(schemas).map(([name, schema]) => {
      const json = z.toJSONSchema(schema, { target: 'draft-7', io: 'input' });
      return [name, `${JSON.stringify(json, null, 2)}\n`];
    }),
  );
}
