import { unescape } from 'node:querystring'
import { keyPrefix } from '@muster/contract/keys'
import { type DestinationStream, type Logger, pino } from 'pino'

/** Paths of secrets in log entries; their values are never printed. */
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

const hidden = '[hidden]'
const secretWords = /token|code|state|secret|\bkey=/i
/** In characters. The rest of a longer address is not logged. */
const longestLogged = 2000

/** True for text that may contain a credential of Muster: a key, or a login token (base64 of `{"`, and a later dot). */
function holdsLogin(text: string): boolean {
  if (text.includes(keyPrefix)) return true
  const start = text.indexOf('eyJ')
  return start !== -1 && text.includes('.', start)
}

function hideParameter(parameter: string): string {
  const plain = unescape(parameter)
  if (holdsLogin(plain)) return hidden
  if (!secretWords.test(plain)) return parameter
  const [name = ''] = parameter.split('=', 1)
  return name === parameter ? parameter : `${name}=${hidden}`
}

/**
 * Removes secrets from an address: login tokens, and parameters whose name or value mentions one. Names and values are compared
 * with percent signs decoded, as the server reads them. Runs in linear time.
 */
export function redactUrl(url: string): string {
  const shown = url.slice(0, longestLogged)
  const end = shown.indexOf('?')
  const path = end === -1 ? shown : shown.slice(0, end)
  const parts = path.split('/').map((part) => (holdsLogin(unescape(part)) ? hidden : part))
  const query =
    end === -1
      ? ''
      : `?${shown
          .slice(end + 1)
          .split('&')
          .map(hideParameter)
          .join('&')}`
  return `${parts.join('/')}${query}${url.length > longestLogged ? '…' : ''}`
}

/** Log the address of a request as `url`: secrets are removed when the line is written. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const redact = { paths: secretPaths, censor: hidden }
  return pino({ level, redact, base: null, serializers: { url: redactUrl } }, destination)
}
