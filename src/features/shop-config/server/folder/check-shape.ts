import type { z } from 'zod';
import type { Mistake } from './mistake.ts';
import { type Path, pathText, type YamlFile } from './yaml-file.ts';

/** The value is null if there is a mistake. */
export function checkShape<Schema extends z.ZodType>(
  schema: Schema,
  yaml: YamlFile,
  path: Path = [],
): { value: z.output<Schema> | null; mistakes: Mistake[] } {
  const part = path.reduce<unknown>((value, step) => (value as Record<PropertyKey, unknown>)[step], yaml.value);
  const parsed = schema.safeParse(part, { reportInput: true, error: plainMessage });
  if (parsed.success) return { value: parsed.data, mistakes: [] };
  return { value: null, mistakes: parsed.error.issues.flatMap((issue) => describe(issue, yaml, path)) };
}

function describe(issue: z.core.$ZodIssue, yaml: YamlFile, start: Path): Mistake[] {
  const place = (path: Path) => ({ file: yaml.file, line: yaml.lineOf([...start, ...path]) });
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((name) => ({
      ...place([...issue.path, name]),
      message: `${pathText([...issue.path, name])}: there is no such key`,
    }));
  }
  const isMissing = issue.code !== 'custom' && issue.input === undefined;
  const message = isMissing ? 'is missing' : (keyMessage(issue) ?? issue.message);
  return [{ ...place(issue.path), message: issue.path.length > 0 ? `${pathText(issue.path)}: ${message}` : message }];
}

const keyMessage = (issue: z.core.$ZodIssue): string | undefined =>
  issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined;

/** Our wording for issues without one in the schema. Completes the sentence "<key>: ...". */
function plainMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${kindNames[issue.expected] ?? 'something else'}`;
    case 'invalid_value':
      return `expected one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return bound(issue.origin, 'least', Number(issue.minimum));
    case 'too_big':
      return bound(issue.origin, 'most', Number(issue.maximum));
    default:
      return 'this value is not allowed here';
  }
}

function bound(origin: string, edge: 'least' | 'most', limit: number): string {
  const isCounted = origin === 'string' || origin === 'array';
  if (isCounted && edge === 'least' && limit === 1) return 'must not be empty';
  const counted = { string: ' characters', array: ' entries' }[origin] ?? '';
  return `at ${edge} ${limit}${counted}`;
}

const kindNames: Record<string, string> = {
  boolean: 'true or false',
  object: 'keys with values',
  record: 'keys with values',
  array: 'a list',
  string: 'text',
  number: 'a number',
  int: 'a whole number',
};
