interface TestFile {
  readonly file: string;
  readonly passed: number;
  readonly failedTests: number;
}

export function runTests(
  kind: string,
  filters: readonly string[],
  extra?: Readonly<Record<string, string>>,
): Promise<{ readonly output: string; readonly files: readonly TestFile[] }>;
