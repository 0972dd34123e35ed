// Loaded before a program that another of our processes starts: when that one ends, however suddenly, this one stops in
// good order.
process.once('disconnect', () => {
  if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(143);
});
// The channel alone must not keep a program alive that has finished.
process.channel?.unref();
