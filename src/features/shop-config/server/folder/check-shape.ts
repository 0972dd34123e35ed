import type { z } from 'zod';
import type { Mistake } from './mistake.ts';
import { type Path, pathText, type YamlFile } from './yaml-file.ts';

/** What a schema reads from part of a YAML file; every mistake is named, and with any there is no value. */
export function checkShape<Schema extends z.ZodType>(
  schema: Schema,
  yaml: YamlFile,
  path: Path = [],
): { value: z.output<Schema> | null; mistakes: Mistake[] } {
  const part = path.reduce<unknown>((value, step) => (value as Record<PropertyKey, unknown>)[step], yaml.value);
  const parsed = schema.safeParse(part, { reportInput: true });
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
  const message = isMissing ? 'is missing' : plain(issue);
  return [{ ...place(issue.path), message: issue.path.length > 0 ? `${pathText(issue.path)}: ${message}` : message }];
}

function plain(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && issue.message.startsWith('Invalid input')) {
    return `expected ${kindNames[issue.expected] ?? issue.expected}`;
  }
  if (issue.code === 'invalid_value' && issue.message.startsWith('Invalid')) {
    return `expected one of ${issue.values.map(String).join(', ')}`;
  }
  if (issue.code === 'invalid_key') return issue.issues[0]?.message ?? issue.message;
  return issue.message;
}

const kindNames: Record<string, string> = {
  boolean: 'true or false',
  object: 'keys with values',
  record: 'keys with values',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
};
