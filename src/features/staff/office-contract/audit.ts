import { z } from 'zod';
import { instant, text } from '#wire/fields.ts';
import { officeCall } from '../domain/office-call.ts';
import { id } from './fields.ts';

const auditVia = z.enum(['office', 'cli', 'device', 'system', 'gateway', 'customer']);

const auditEntry = z.object({
  id,
  at: instant,
  /** The actor's name at that time. */
  actor: z.string(),
  /** Null for everybody except staff. */
  staff_id: id.nullable(),
  /** Null for entries from before there was an office. */
  via: auditVia.nullable(),
  /** Such as `staff.roles-changed`. */
  action: z.string(),
  subject: z.string(),
  /** Facts and ids; `before` and `after` where something changed. */
  details: z.record(z.string(), z.unknown()),
  /** The entry that this one undid. */
  undoes: id.nullable(),
  /** Where it came from, and names before and after. Deleted after 90 days, then null. */
  private: z.object({ ip: z.string(), device: z.string(), before: z.unknown(), after: z.unknown() }).nullable(),
});

export const auditFilter = {
  /** A colleague's id. */
  person: id.nullish(),
  /** The full action, such as `refund.processed`, or its beginning up to a dot: `refund.` */
  action: text(80),
  /** The affected thing, such as an order's code. */
  subject: text(200),
  via: auditVia.nullish(),
  from: instant.nullish(),
  /** Before this moment. */
  until: instant.nullish(),
};

export const auditList = officeCall({
  name: 'audit-list',
  summary: 'Who did what, newest first; 50 entries a page',
  needs: { permission: 'audit.see' },
  fresh: false,
  changes: false,
  request: z.object({
    /** The id of the last entry shown; continues after it. */
    after: id.nullish(),
    ...auditFilter,
  }),
  answer: z.object({
    entries: z.array(auditEntry),
    /** The `after` of the next page; null at the end. */
    next: id.nullable(),
    /** The choices of the filters: colleagues, and all actions recorded so far. */
    people: z.array(z.object({ id, name: z.string() })),
    actions: z.array(z.string()),
  }),
});
