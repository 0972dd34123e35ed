// Loaded before a program that one of our processes starts: if that process ends, however suddenly, this one shuts
// down.
process.once('disconnect', () => {
  if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(143);
});
// The channel alone must not keep a finished program alive.
process.channel?.unref();
