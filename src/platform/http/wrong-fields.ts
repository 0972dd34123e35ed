import type { z } from 'zod';
import { laterText, type Sentence } from '#kernel/language.ts';

/**
 * What a schema says against a request, field by field (paths joined by dots), each as one plain sentence. The
 * only place where its issues become messages: what the validation library says about them reaches nobody.
 */
export const wrongFields = (error: z.ZodError): { field: string; message: Sentence }[] =>
  error.issues.map((issue) => ({ field: issue.path.map(String).join('.') || 'body', message: sentence(issue) }));

const sentence = (issue: z.core.$ZodIssue): Sentence =>
  issue.code === 'too_big' && issue.origin === 'string'
    ? ({ text }) => text('Please use no more than {maximum} characters.', { maximum: Number(issue.maximum) })
    : laterText('This field has an invalid type or value.');
