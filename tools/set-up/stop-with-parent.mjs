// Loaded before a program that one of our tools runs: the tool's end, however sudden, ends the program in good order.

let isAsked = false;
const unheard = new Set(['SIGINT', 'SIGTERM']);
const stop = () => {
  if (isAsked) return;
  isAsked = true;
  if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(143);
};

if (process.channel) {
  process.on('message', (message) => message === 'stop' && stop());
  process.once('disconnect', stop);
  // Ctrl-C reaches the program and the tool; what the program has heard by itself it is not told again.
  process.on('newListener', (event) => {
    if (!unheard.delete(event)) return;
    process.prependListener(event, noteSignal);
  });
  // The channel alone must not keep a program alive that has finished.
  process.channel.unref();
}

function noteSignal() {
  isAsked = true;
}
