export declare function findPostgres(): { bin: string; major: number } | undefined;
