/** A test that failed, or a whole file that did, with its words. */
export interface Failure {
  readonly test: string;
  readonly message: string;
}

/** What a step found, as far as a second try asks for it; steps that run no test files have no `files`. */
export interface StepResult {
  passed: number;
  failed: number;
  skipped: number;
  isBroken?: boolean;
  files?: readonly {
    readonly file: string;
    readonly passed: number;
    readonly skipped: number;
    readonly passedTests: readonly string[];
    readonly failures: readonly Failure[];
  }[];
}

export function secondTry(
  results: Map<string, StepResult>,
  run: (step: string, files: string[]) => Promise<StepResult>,
): Promise<(Failure & { readonly step: string; readonly file: string })[]>;
