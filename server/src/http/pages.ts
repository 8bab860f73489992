import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { listFrameSources } from '../features/link-cards/oembed.ts'
import { hasHead, writeHead } from '../features/link-cards/page-head.ts'
import { allowFrames, closedHeaders, isFramedPage } from './security.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Sends the browser program; absent: the pages are not built. */
    sendProgram?: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>
  }
}

/** File names of built scripts and styles contain the digest of their content: they never change. */
const immutable = 'public, max-age=31536000, immutable'

/** A script or style. A build beside the running server brings new ones, which its page needs at once. */
const builtFile = /^(overlay\/)?assets\/\w[\w.-]*$/

/** Paths of all files below a folder, as in addresses. */
function listFiles(root: string): ReadonlySet<string> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
  return new Set(files.map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/')))
}

/**
 * Serves the built pages. For an address without a file, browsers get the browser program. The
 * library's own route would read the whole folder for each requested file.
 */
export async function registerPages(app: FastifyInstance, root: string, ctx: Context): Promise<void> {
  if (!existsSync(join(root, 'index.html'))) return
  const [before = '', after = ''] = splitAtTitle(readFileSync(join(root, 'index.html'), 'utf8'))
  const files = listFiles(root)
  await app.register(fastifyStatic, {
    root,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) =>
      void reply.header(
        'cache-control',
        [join(root, 'assets'), join(root, 'overlay', 'assets')].some((folder) => path.startsWith(folder))
          ? immutable
          : path.startsWith(join(root, 'icons'))
            ? 'public, max-age=604800'
            : 'no-cache',
      ),
  })
  app.decorate('sendProgram', async (request: FastifyRequest, reply: FastifyReply) => {
    if (isFramedPage(request.url)) return sendFramed(ctx, request, reply)
    void reply.header('vary', 'Sec-Fetch-Dest')
    if (isBrowser(request)) return reply.sendFile('index.html')
    const head = await writeHead(ctx, request.url).catch((error: unknown) => {
      // Old browsers get this page too: it must open while the database is away.
      ctx.log.warn({ err: error }, 'could not describe a page for a chat; sent without a description')
      return null
    })
    if (head === null) return reply.sendFile('index.html')
    return reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(before + head + after)
  })
  app.get<{ Params: { '*': string } }>('/*', { schema: { hide: true } as object }, (request, reply) => {
    const path = request.params['*']
    if (path === '') return app.sendProgram?.(request, reply)
    return files.has(path) || builtFile.test(path) ? reply.sendFile(path) : reply.callNotFound()
  })
}

/** The program of overlays. The sites that may show it are part of the answer, so a stored copy is never used. */
async function sendFramed(ctx: Context, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  allowFrames(reply, request.url.startsWith('/embed') ? await listFrameSources(ctx, request.url) : ["'self'"])
  return reply.sendFile('overlay/overlay.html', { cacheControl: false, etag: false, lastModified: false })
}

/** The page before and after the elements that describe it: its title and description. */
function splitAtTitle(html: string): readonly string[] {
  return html.replace(/<meta name="description"[^<>]*>/, '').split(/<title>[^<]*<\/title>/, 2)
}

/**
 * Whether a browser asks. All current browsers send this header over HTTPS and on this machine (MDN: Sec-Fetch-Dest); programs
 * that read pages for chats do not, and get the page with a description of its address.
 */
const isBrowser = (request: FastifyRequest): boolean => request.headers['sec-fetch-dest'] !== undefined

/**
 * Whether a request is for a page, and not for a file or an answer. Discord's program sends no Accept header
 * (seen in rr-/szurubooru, pull request 441): without one, or for any type, the addresses of known pages are pages.
 */
function wantsPage(request: FastifyRequest): boolean {
  const { accept = '*/*' } = request.headers
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  return accept.includes('text/html') || (accept.includes('*/*') && hasHead(request.url.split('?')[0] ?? ''))
}

/** The browser program for an unknown address outside the API; null for other requests. */
export function sendPage(request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> | null {
  const path = request.url.split('?')[0] ?? ''
  if (path === '/api' || path.startsWith('/api/') || !wantsPage(request)) return null
  const { sendProgram } = request.server
  if (sendProgram) return sendProgram(request, reply)
  return reply
    .type('text/plain; charset=utf-8')
    .send('The pages are not built yet. Run "npm start", which builds them. The API is under /api/docs.\n')
}

/** For an address that even the browser program could not read, such as one with an incomplete character. */
const unreadable = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Muster</title>
<main><h1>Could not find page</h1><p>This address cannot be read. <a href="/">Muster, home</a></p></main></html>
`

/** The page for an address that cannot be decoded; null if no page was requested. No hook has run: the headers are set here. */
export function sendUnreadable(request: FastifyRequest, reply: FastifyReply): FastifyReply | null {
  if (request.url.startsWith('/api') || !wantsPage(request)) return null
  return reply.code(400).headers(closedHeaders).type('text/html; charset=utf-8').send(unreadable)
}
