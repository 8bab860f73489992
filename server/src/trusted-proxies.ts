import { isIP } from 'node:net'

/** Words for networks that everybody calls by them. */
const words = ['loopback', 'linklocal', 'uniquelocal']

/** An address, a network (`10.0.0.0/8`), or one of the words. A network of everybody is none. */
function isNetwork(text: string): boolean {
  if (words.includes(text)) return true
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || address.includes('%') || rest.length > 0) return false
  if (prefix === undefined) return true
  return /^\d{1,3}$/.test(prefix) && Number(prefix) > 0 && Number(prefix) <= (version === 4 ? 32 : 128)
}

/**
 * The reverse proxies that may say who is behind them, from a comma-separated text.
 * @returns the list, or the entry that is wrong. Whoever is in the list can pretend to be anybody, so no entry is guessed at.
 */
export function readTrustedProxies(text: string): { ok: true; list: string[] } | { ok: false; entry: string } {
  const list = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  const wrong = list.find((entry) => !isNetwork(entry))
  return wrong === undefined ? { ok: true, list } : { ok: false, entry: wrong }
}
