// Loaded before a program that one of our processes starts. If that process ends, however suddenly, the program shuts
// down.
process.once('disconnect', () => {
  if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(143);
});
// The channel alone must not keep a finished program alive.
process.channel?.unref();
