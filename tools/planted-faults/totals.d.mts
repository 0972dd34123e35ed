export function totalsLine(noticed: number, wrong: number): string;
export function totalsIn(output: string): { noticed: number; wrong: number };
