// npm run shop -- <command>: the operator's command line. Paths are relative to the folder in which the command was
// typed; npm changes the working directory.
process.chdir(process.env.INIT_CWD ?? '.');
await import('#apps/cli/main.ts');
