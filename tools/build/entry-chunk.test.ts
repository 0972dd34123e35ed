import { expect, test } from 'vitest';
import { entryChunk } from './entry-chunk.ts';

test('modules that the entry imports, even indirectly or in a cycle, are in its chunk; modules loaded on demand are not', () => {
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
