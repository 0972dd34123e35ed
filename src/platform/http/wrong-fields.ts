import type { z } from 'zod';
import { markedText, type Sentence } from '#kernel/language.ts';

/** Returns each issue's field (path joined by dots) and a sentence, never in the validation library's own wording. */
export const wrongFields = (error: z.ZodError): { field: string; message: Sentence }[] =>
  error.issues.map((issue) => ({ field: issue.path.map(String).join('.') || 'body', message: sentence(issue) }));

const sentence = (issue: z.core.$ZodIssue): Sentence =>
  issue.code === 'too_big' && issue.origin === 'string'
    ? ({ text }) => text('Please use no more than {maximum} characters.', { maximum: Number(issue.maximum) })
    : markedText('This field has an invalid type or value.');
