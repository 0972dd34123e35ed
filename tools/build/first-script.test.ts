import { expect, test } from 'vitest';
import { firstScript } from './first-script.ts';

test('given a module that the entry imports, even indirectly or in a cycle, then it is in the first script; one loaded on demand is not', () => {
  const importers: Record<string, string[]> = {
    entry: [],
    page: ['entry', 'dialog'],
    button: ['page', 'icon'],
    icon: ['button'],
    dialog: [],
    panel: ['dialog', 'row'],
    row: ['panel'],
  };
  const modules = {
    getModuleInfo: (id: string) => ({ importers: importers[id] ?? [], isEntry: id === 'entry' }),
  };
  const inFirst = Object.keys(importers).filter((id) => firstScript(id, modules) === 'first');
  expect(inFirst).toEqual(['entry', 'page', 'button', 'icon']);
});
