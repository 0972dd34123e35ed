// node bench/limits/bare-fastify.ts: a Fastify server that gives every request the same answer. It reads the answer from
// standard input; its arguments are the content type and encoding. It prints its origin and runs until it is killed.
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
