import type { z } from 'zod';
import { text } from '#kernel/text.ts';

/**
 * What a schema says against a request, field by field (paths joined by dots), each as one plain sentence in the shop's language. The
 * only place where its issues become messages: what the validation library says about them reaches nobody.
 */
export const wrongFields = (error: z.ZodError): { field: string; message: string }[] =>
  error.issues.map((issue) => ({ field: issue.path.map(String).join('.') || 'body', message: sentence(issue) }));

const sentence = (issue: z.core.$ZodIssue): string =>
  issue.code === 'too_big' && issue.origin === 'string'
    ? text('Please use at most {maximum} characters.', { maximum: Number(issue.maximum) })
    : text('This field has a wrong type or value.');
