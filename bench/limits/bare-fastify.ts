// node bench/limits/bare-fastify.ts: a Fastify with a single answer, in its own process. The answer's bytes are its
// standard input; the content type and encoding are its arguments. Prints its origin and runs until it is killed.
import { buffer } from 'node:stream/consumers';
import Fastify from 'fastify';

const [contentType = 'text/html', contentEncoding = ''] = process.argv.slice(2);
const bytes = await buffer(process.stdin);
const app = Fastify({ logger: false });
app.all('/*', async (_request, reply) => {
  if (contentEncoding) reply.header('content-encoding', contentEncoding);
  return reply.type(contentType).send(bytes);
});
process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`);
