import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import type { GalleryShop } from './shops.ts';
import type { State } from './state.ts';

const ROOT = path.resolve(import.meta.dirname, '../../src/apps/gallery');
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};

export interface Primitives {
  states(): Promise<State[]>;
  close(): void;
}

/** Builds the page of the primitives and serves it; pictures come from a shop. */
export async function openPrimitives(folder: string, shop: GalleryShop): Promise<Primitives> {
  const outDir = path.join(folder, 'primitives');
  await build({
    configFile: false,
    root: ROOT,
    plugins: [react()],
    logLevel: 'error',
    build: { outDir, emptyOutDir: true },
  });
  const server = http.createServer(async (request, response) => {
    const { pathname } = new URL(request.url!, 'http://localhost');
    const file = path.join(outDir, pathname === '/' ? 'index.html' : pathname);
    if (file.startsWith(outDir) && fs.existsSync(file)) {
      response.writeHead(200, { 'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream' });
      response.end(fs.readFileSync(file));
      return;
    }
    const answer = await fetch(shop.origin + pathname);
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  return {
    async states() {
      return primitiveNames().map((name) => ({ name: `primitive/${name}`, at: `${origin}/#${name}`, sees: name }));
    },
    close: () => server.close(),
  };
}

/** Returns the keys of the two lists. They are read as text, because the modules import pictures and styles. */
export function primitiveNames(): string[] {
  return ['primitives.tsx', 'overlays.tsx'].flatMap((file) =>
    [...fs.readFileSync(path.join(ROOT, file), 'utf8').matchAll(/^ {2}(?:'([^']+)'|(\w+)): (?:\(|<)/gm)].map(
      ([, quoted, plain]) => (quoted ?? plain)!,
    ),
  );
}
