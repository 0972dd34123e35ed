import { expect, test } from 'vitest';
import { entryChunk } from './entry-chunk.ts';

test('given a module that the entry imports, even indirectly or in a cycle, then it is in the entry’s chunk; a module loaded on demand is not', () => {
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
  const inEntry = Object.keys(importers).filter((id) => entryChunk(id, modules) === 'first');
  expect(inEntry).toEqual(['entry', 'page', 'button', 'icon']);
});
