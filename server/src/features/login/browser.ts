import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Config } from '../../config.ts'
import { hashSecret } from '../../secret-hash.ts'

/**
 * Ties a login to the browser that began it, so that an attacker cannot log a victim in to the attacker's account by sending a
 * link. Programs and pages of other allowed sites cannot send our cookie and rely on the state alone, but a login that ends in a
 * browser on our own pages must have begun in that browser.
 */
export interface BrowserTie {
  /** Hash of the browser's cookie; null = began without a cookie. */
  readonly browser_hash: Buffer | null
  readonly set_cookie: string | null
}

const cookieName = 'muster_login'
const lifetime_seconds = 600

function readCookie(header: string | undefined): string | null {
  const pair = (header ?? '').split(';').find((part) => part.trim().startsWith(`${cookieName}=`))
  return pair?.trim().slice(cookieName.length + 1) || null
}

/** Whether the request comes from one of our pages, by headers that browsers add and pages cannot forge. */
function isOwnPage(config: Config, headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin } = headers
  if (origin !== undefined)
    return origin === new URL(config.public_url).origin || (URL.canParse(origin) && new URL(origin).host === headers.host)
  // Older browsers add neither header to a GET of the same site.
  return (headers['user-agent'] ?? '').startsWith('Mozilla/')
}

/**
 * Ties a login that begins now to its browser. Tabs of one browser share the cookie, so that two simultaneous logins both work.
 */
export function tieBrowser(config: Config, headers: IncomingHttpHeaders): BrowserTie {
  if (!isOwnPage(config, headers)) return { browser_hash: null, set_cookie: null }
  const known = readCookie(headers.cookie)
  const value = known && /^[\w-]{43}$/.test(known) ? known : randomBytes(32).toString('base64url')
  const secure = config.public_url.startsWith('https:') ? '; Secure' : ''
  return {
    browser_hash: hashSecret(value),
    set_cookie: `${cookieName}=${value}; Path=/api/oauth2; Max-Age=${lifetime_seconds}; HttpOnly; SameSite=Lax${secure}`,
  }
}

/** Whether a login may end in this browser. */
export function isSameBrowser(config: Config, browser_hash: Buffer | null, headers: IncomingHttpHeaders): boolean {
  if (browser_hash === null) return !isOwnPage(config, headers)
  const cookie = readCookie(headers.cookie)
  return cookie !== null && timingSafeEqual(browser_hash, hashSecret(cookie))
}
