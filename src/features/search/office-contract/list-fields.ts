import { z } from 'zod';
import type { Permission } from '#features/staff/domain/permissions.ts';
import { instant, text } from '#wire/fields.ts';
import { sortsOf } from '../domain/list-sort.ts';
import type { SavedList } from '../domain/saved-view.ts';

/** Used for the numbers next to the views of a list. */
export const countsTab = <P extends Permission>(permission: P) =>
  ({
    needs: { permission },
    fresh: false,
    changes: false,
    answer: z.object({ counts: z.array(z.object({ count: z.int(), has_more: z.boolean() })) }),
  }) as const;

export const countRequest = <Filter extends z.ZodType>(filter: Filter) =>
  z.object({
    filters: z.array(filter).max(80),
    /** Counts every row, which may take a while. */
    all: z.boolean().default(false),
  });

/** Columns of the export, by their headings, that are left out because the list does not show them. */
export const leftOut = z
  .array(text(40))
  .max(40)
  .nullish()
  .transform((without) => without ?? []);

/** The place at which an export continues, as the previous part returned it; null for the first part. */
export const exportAfter = text(80)
  .nullish()
  .transform((after) => after ?? null);

/** A part of an export; only the first one has headings. */
export const exported = z.object({
  csv: z.string(),
  rows: z.int(),
  /** Where the next part begins; null if this is the last one. */
  next: z.string().nullable(),
  /** Whether there are more parts, for pages of the previous release, which load only the first. */
  is_truncated: z.boolean(),
});

/** For lists paged by a number; null for the first page. */
export const afterNumber = z
  .int()
  .positive()
  .nullish()
  .transform((after) => after ?? null);

/** The filter of a list by time. */
export const span = {
  from: instant.nullish(),
  /** Before this moment. */
  until: instant.nullish(),
};

/** A column; a leading `-` puts the latest or highest first; null for the list's usual order. */
export const sortOf = <List extends SavedList>(list: List) => z.enum(sortsOf(list)).nullish();
