import { isIP } from 'node:net'
import type { Config } from '../../config.ts'
import { Refusal } from '../../refusal.ts'

/** The site to which passkeys of this server are bound. */
export interface PasskeySite {
  /** WebAuthn's RP id: passkeys work on this host only. */
  readonly host: string
  readonly origin: string
}

/** Browsers allow passkeys with https and a host name, and on localhost; never on an IP address. Null: nowhere on this server. */
export function readPasskeySite(public_url: string): PasskeySite | null {
  const { protocol, hostname, origin } = new URL(public_url)
  const isSecure = protocol === 'https:' || hostname === 'localhost'
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  return isSecure && !isAddress ? { host: hostname, origin } : null
}

/** @throws Refusal provider_not_found where browsers allow no passkeys */
export function requirePasskeySite({ public_url }: Pick<Config, 'public_url'>): PasskeySite {
  const site = readPasskeySite(public_url)
  if (!site) throw new Refusal('provider_not_found', 'Passkeys need a server with https and a host name')
  return site
}
