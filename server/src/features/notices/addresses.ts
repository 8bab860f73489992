import type { RouteTarget } from '@muster/contract/notices'

/**
 * The address of a channel's webhook as Discord shows it: host with or without `ptb.` or `canary.`, an id of digits and a token.
 * Seen in libraries that read such addresses (17 to 19 digits, 68 characters); both may grow.
 */
const discordHosts = /^(?:(?:ptb|canary)\.)?discord(?:app)?\.com$/
const discordPath = /^\/api(?:\/v\d{1,2})?\/webhooks\/(\d{15,22})\/([\w-]{40,120})\/?$/

export type ReadAddress =
  | { readonly ok: true; readonly stored: string; readonly hint: string }
  | { readonly ok: false; readonly problem: string }

const refuse = (problem: string): ReadAddress => ({ ok: false, problem })
const hintOf = (host: string, text: string): string => `${host}/…${text.slice(-4)}`

/**
 * Reads an address that a person gave. Whether a host is inside a private network is known when it is called.
 * @param discord_url where Discord is for this server
 * @param allowed origins that may have no TLS
 */
export function readRouteAddress(
  target: RouteTarget,
  text: string,
  discord_url: string,
  allowed: readonly string[],
): ReadAddress {
  if (!URL.canParse(text.trim())) return refuse('must be a web address')
  const url = new URL(text.trim())
  if (url.username !== '' || url.password !== '') return refuse('must not contain a name or password')
  if (target === 'discord') {
    const own = new URL(discord_url)
    const isOwn = url.origin === own.origin && url.pathname.startsWith(own.pathname === '/' ? '' : own.pathname)
    const isDiscord = url.protocol === 'https:' && discordHosts.test(url.host)
    const path = isOwn && own.pathname !== '/' ? url.pathname.slice(own.pathname.length) : url.pathname
    const [, id, token] = isOwn || isDiscord ? (discordPath.exec(path) ?? []) : []
    if (id === undefined || token === undefined)
      return refuse('must be the address of a Discord webhook, such as https://discord.com/api/webhooks/…')
    return { ok: true, stored: `${id}/${token}`, hint: hintOf(url.host, token) }
  }
  if (url.protocol !== 'https:' && !allowed.includes(url.origin)) return refuse('must begin with https://')
  if (discordHosts.test(url.host)) return refuse('is an address of Discord: choose Discord as the receiver')
  url.hash = ''
  return { ok: true, stored: url.href, hint: hintOf(url.host, url.href) }
}
