import { z } from 'zod';
import { officeCall } from '#features/staff/domain/office-call.ts';
import { codeText, instant, money, optionalCode, text } from '#wire/fields.ts';
import { invoiceViews } from '../domain/invoice-filter.ts';
import { countRequest, countsTab, exportAfter, exported, leftOut, sortOf, span } from './list-fields.ts';

const invoiceFilter = z.object({
  view: z.enum(invoiceViews).default('all'),
  text: text(500),
  ...span,
});

export const invoicesList = officeCall({
  name: 'invoices-list',
  summary: 'Invoices and credit notes, newest first; 50 a page',
  needs: { permission: 'invoices.see' },
  fresh: false,
  changes: false,
  request: z.object({ filter: invoiceFilter, sort: sortOf('/money/invoices'), after: optionalCode }),
  answer: z.object({
    rows: z.array(
      z.object({
        number: z.string(),
        series: z.enum(['invoice', 'advance', 'credit_note']),
        /** The number of the invoice that a credit note corrects. */
        corrects: z.string().nullable(),
        issued_at: instant,
        order: z.string(),
        /** The buyer's name; empty once it was deleted. */
        buyer: z.string(),
        /** The document's own amount: without what was invoiced on account before, and negative on a credit note. */
        gross: money,
        tax: money,
        currency: z.string(),
        /** How many numbers of its series are missing right before it, or after it if it is the last. */
        missing: z.int(),
      }),
    ),
    /** The `after` of the next page; null at the end. */
    next: z.string().nullable(),
    count: z.int(),
    /** More match than were counted. */
    has_more: z.boolean(),
  }),
});

export const invoicesCount = officeCall({
  ...countsTab('invoices.see'),
  name: 'invoices-count',
  summary: 'How many documents each of several filters finds: up to 1,000, or all',
  request: countRequest(invoiceFilter),
});

export const invoicesExport = officeCall({
  name: 'invoices-export',
  summary: 'The documents of a list as CSV, with names, net, tax and gross; 10,000 rows at a time',
  needs: { permission: 'people.export-list' },
  fresh: false,
  changes: true,
  secret: true,
  request: z.object({ filter: invoiceFilter, sort: sortOf('/money/invoices'), without: leftOut, after: exportAfter }),
  answer: exported,
});

export const invoiceFile = officeCall({
  name: 'invoice-file',
  summary: 'An invoice or credit note as PDF',
  needs: { permission: 'invoices.see' },
  fresh: false,
  changes: false,
  request: z.object({ number: codeText }),
  /** In base64. */
  answer: z.object({ filename: z.string(), pdf: z.string() }),
});
