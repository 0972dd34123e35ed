export interface MissingPackage {
  name: string;
  version: string;
  wantedBy: string;
  isDev: boolean;
}
export function missingOptional(lock: {
  packages: Record<string, { dev?: boolean; optionalDependencies?: Record<string, string> }>;
}): MissingPackage[];
