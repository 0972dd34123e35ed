interface Modules {
  getModuleInfo(id: string): { readonly importers: readonly string[]; readonly isEntry: boolean } | null;
}

/**
 * The chunk of a module: one for all that the entry imports, however many others share it. Left alone, the build cuts what everybody
 * loads at first into pieces by which pages on demand need them too, and small pieces are compressed badly.
 */
export function firstScript(id: string, modules: Modules): string | null {
  const seen = new Set<string>();
  const isLoadedAtFirst = (one: string): boolean => {
    if (seen.has(one)) return false;
    seen.add(one);
    const info = modules.getModuleInfo(one);
    return info !== null && (info.isEntry || info.importers.some(isLoadedAtFirst));
  };
  return isLoadedAtFirst(id) ? 'first' : null;
}
