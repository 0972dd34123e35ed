// npm run shop -- <command>: the operator's command line. Paths are relative to the folder it was typed in, which npm
// leaves.
process.chdir(process.env.INIT_CWD ?? '.');
await import('#apps/cli/main.ts');
