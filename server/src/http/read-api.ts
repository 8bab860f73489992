import type { IncomingMessage } from 'node:http'
import type { Endpoint } from '@muster/contract/endpoint'
import { endpoints } from '@muster/contract/endpoints'
import { readApiCalls } from '@muster/contract/read-api'

/** The addresses of the calls of a version, without the version. */
const patterns = new Map(
  Object.entries(readApiCalls).map(([version, names]) => [
    version,
    names.map((name) => {
      const { path }: Endpoint = endpoints[name]
      return new RegExp(`^/api${path.replace(/\{\w+\}/g, '[^/?]+')}(?:\\?|$)`)
    }),
  ]),
)
const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * An address with a version becomes the call's own: there is one version so far, so both have the same answer. Other addresses
 * stay as they are, and unknown versions have no calls.
 */
export function removeVersion({ url = '', method = '' }: Pick<IncomingMessage, 'url' | 'method'>): string {
  const version = /^\/api\/v(\d+)\//.exec(url)
  if (!version || !reading.has(method)) return url
  const address = `/api/${url.slice(version[0].length)}`
  return patterns.get(version[1] ?? '')?.some((pattern) => pattern.test(address)) === true ? address : url
}
