import type { Config } from './config.ts'

const isLoopback = (url: URL) => url.hostname === 'localhost' || url.hostname === '127.0.0.1' || url.hostname === '[::1]'

function parse(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}

/**
 * Whether pages of this origin may start logins and make changes: the configured origins, and every loopback origin if the server
 * itself has a loopback address, because development tools choose their ports freely.
 */
export function isAllowedOrigin(config: Pick<Config, 'allowed_origins' | 'public_url'>, origin: string): boolean {
  const url = parse(origin)
  if (!url) return false
  if (config.allowed_origins.includes(url.origin)) return true
  return isLoopback(url) && /^https?:$/.test(url.protocol) && isLoopback(new URL(config.public_url))
}
