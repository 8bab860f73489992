import { isIP } from 'node:net'

/** Common names for networks. */
const words = ['loopback', 'linklocal', 'uniquelocal']

/** An address, a network (`10.0.0.0/8`), or one of the words. A network of all addresses is refused. */
function isNetwork(text: string): boolean {
  if (words.includes(text)) return true
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || address.includes('%') || rest.length > 0) return false
  if (prefix === undefined) return true
  return /^\d{1,3}$/.test(prefix) && Number(prefix) > 0 && Number(prefix) <= (version === 4 ? 32 : 128)
}

/**
 * The reverse proxies that are trusted to name the client's address, from a comma-separated text.
 * @returns the list, or the invalid entry. A trusted proxy can forge any client address, so no entry is guessed.
 */
export function readTrustedProxies(text: string): { ok: true; list: string[] } | { ok: false; entry: string } {
  const list = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  const wrong = list.find((entry) => !isNetwork(entry))
  return wrong === undefined ? { ok: true, list } : { ok: false, entry: wrong }
}
