import { isIPv6 } from 'node:net'

/** The eight groups of an IPv6 address, which may omit a run of zeros and end like an IPv4 address. */
function readGroups(address: string): number[] {
  const dotted = /(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(address)
  const bytes = dotted?.slice(1).map(Number) ?? []
  const pair = (at: number) => (((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)).toString(16)
  const text = dotted ? `${address.slice(0, dotted.index)}${pair(0)}:${pair(2)}` : address
  const [before = [], after = []] = text.split('::', 2).map((part) => (part === '' ? [] : part.split(':')))
  const zeros = Array<string>(8 - before.length - after.length).fill('0')
  return [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16))
}

/**
 * The key by which calls from an address are counted: an IPv4 address itself, even in IPv6 notation; for IPv6 the /64 network,
 * because one client has all its addresses.
 */
export function networkOf(address: string): string {
  // Most addresses need no parsing.
  if (!address.includes(':') || !isIPv6(address)) return address
  const groups = readGroups(address.split('%', 1)[0] ?? '')
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  const network = groups.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}
