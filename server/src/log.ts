import { type DestinationStream, type Logger, pino } from 'pino'

/** Where secrets can appear in what we log; they are replaced, never printed. */
const secretPaths = [
  'req.headers.authorization',
  'headers.authorization',
  'headers.cookie',
  'access_token',
  'refresh_token',
  'client_secret',
  'code',
  'token',
]

/** Anything with the shape of a login of ours, wherever somebody put it. */
const loginShape = /eyJ[\w-]+\.[\w-]+\.[\w-]*/g

/** Takes tokens out of an address: sockets carry theirs in the query, because the wire demands it. */
export function redactUrl(url: string): string {
  return url.replace(/([?&][^=&]*(?:token|code|state|secret)[^=&]*=)[^&]*/gi, '$1[hidden]').replace(loginShape, '[hidden]')
}

export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino({ level, redact: { paths: secretPaths, censor: '[hidden]' }, base: null }, destination)
}
