import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { closedHeaders } from './security.ts'

/** File names of built scripts and styles carry their content's digest: they never change. */
const immutable = 'public, max-age=31536000, immutable'

/** Serves the built pages. Every address that is not a file is a page of the browser program, if a browser asks for one. */
export async function registerPages(app: FastifyInstance, root: string): Promise<void> {
  if (!existsSync(join(root, 'index.html'))) return
  await app.register(fastifyStatic, {
    root,
    wildcard: true,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) =>
      void reply.header('cache-control', path.includes(`${join(root, 'assets')}`) ? immutable : 'no-cache'),
  })
}

/** Whether somebody opens a page, as opposed to a program asking for a file or an answer. */
function wantsPage(request: FastifyRequest): boolean {
  const { accept = '' } = request.headers
  return (request.method === 'GET' || request.method === 'HEAD') && accept.includes('text/html')
}

/** The browser program for an unknown address outside the API; null when something else is meant. */
export function sendPage(request: FastifyRequest, reply: FastifyReply): FastifyReply | null {
  const path = request.url.split('?')[0] ?? ''
  if (path === '/api' || path.startsWith('/api/') || !wantsPage(request)) return null
  if (typeof reply.sendFile === 'function') return reply.sendFile('index.html')
  return reply
    .type('text/plain; charset=utf-8')
    .send('The pages are not built yet. Run "npm start", which builds them. The API is under /api/docs.\n')
}

/** For an address that even the browser program could not read, such as one with half a letter in it. */
const unreadable = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Muster</title>
<main><h1>Could not find page</h1><p>This address cannot be read. <a href="/">Muster, home</a></p></main></html>
`

/** The page for an address that cannot be decoded; null when no page was meant. No hook has run: the headers are set here. */
export function sendUnreadable(request: FastifyRequest, reply: FastifyReply): FastifyReply | null {
  if (request.url.startsWith('/api') || !wantsPage(request)) return null
  return reply.code(400).headers(closedHeaders).type('text/html; charset=utf-8').send(unreadable)
}
