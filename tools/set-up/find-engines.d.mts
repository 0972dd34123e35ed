export type EngineName = 'firefox' | 'webkit';
export const ENGINES: Record<EngineName, { name: string; packages: string[]; find: () => string | undefined }>;
export function findEngine(engine: EngineName): string | undefined;
