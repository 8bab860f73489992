import { unescape } from 'node:querystring'
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

const hidden = '[hidden]'
const secretWords = /token|code|state|secret/i
/** In characters. The rest of a longer address is not logged. */
const longestLogged = 2000

/** True for a text that may hold one of our login tokens: base64 of `{"`, and a dot later. */
function holdsLogin(text: string): boolean {
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
 * Takes secrets out of an address: logins, and every parameter whose name or value mentions one. Names and values are
 * compared as the server reads them, with their percent signs decoded. The work grows with the address and no faster.
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

/** Log the address of a request as `url`: secrets are taken out of it when a line is written, and only then. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const redact = { paths: secretPaths, censor: hidden }
  return pino({ level, redact, base: null, serializers: { url: redactUrl } }, destination)
}
