interface Modules {
  getModuleInfo(id: string): { readonly importers: readonly string[]; readonly isEntry: boolean } | null;
}

/**
 * Assigns a module to a chunk: one for everything that the entry imports. By default the build splits it by the lazy
 * pages that share its parts, and small chunks compress badly.
 */
export function entryChunk(id: string, modules: Modules): string | null {
  const seen = new Set<string>();
  const isLoadedWithEntry = (one: string): boolean => {
    if (seen.has(one)) return false;
    seen.add(one);
    const info = modules.getModuleInfo(one);
    return info !== null && (info.isEntry || info.importers.some(isLoadedWithEntry));
  };
  return isLoadedWithEntry(id) ? 'first' : null;
}
