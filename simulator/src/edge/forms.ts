import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Bodies arrive as text; the route decides their meaning, so that a wrong content type is answered as by the game. */
export const acceptTextBodies = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
}

const isOfType = (request: FastifyRequest, type: string): boolean =>
  (request.headers['content-type'] ?? '').toLowerCase().startsWith(type)

/** A form-encoded body as a record, or null for any other body. */
export const readForm = (request: FastifyRequest): Record<string, string> | null =>
  isOfType(request, 'application/x-www-form-urlencoded') && typeof request.body === 'string'
    ? Object.fromEntries(new URLSearchParams(request.body))
    : null

/** A JSON or form-encoded body as a record; null if it is neither or broken. */
export const readFields = (request: FastifyRequest): Record<string, unknown> | null => {
  const form = readForm(request)
  if (form) return form
  if (!isOfType(request, 'application/json') || typeof request.body !== 'string') return null
  try {
    const value: unknown = JSON.parse(request.body)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}

export const readQueryTexts = (request: FastifyRequest): Record<string, string> =>
  Object.fromEntries(new URL(request.url, 'http://simulator').searchParams)

export const readCookie = (request: FastifyRequest, name: string): string | null => {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [key = '', value = ''] = part.trim().split('=')
    if (key === name && value !== '') return value
  }
  return null
}
