import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../config.ts'

/** For answers other than pages: if a browser shows one as a page, it may do nothing. */
const closedPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
const isPagePart = (type: unknown) => /^(text\/(html|css|javascript)|application\/javascript|image\/|font\/)/.test(String(type))

/** For answers sent before any hook runs. */
export const closedHeaders = {
  'content-security-policy': closedPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
} as const

/**
 * Thumbnails of live streams, as in the example of Twitch's reference of Get Streams:
 * `https://static-cdn.jtvnw.net/previews-ttv/…`.
 */
const twitchImages = 'https://static-cdn.jtvnw.net'

/** Judges look at pictures that players link to. The page reloads its document when a judge enters it from another page. */
const judgeDesk = '/admin/submissions'

/** Our own pictures, the hosts of configured pictures, and any host for judges. */
function listImageSources({ image_origin, twitch }: Config) {
  const hosts = [...(image_origin === null ? [] : [image_origin]), ...(twitch === null ? [] : [twitchImages])]
  const own = (request: { readonly url?: string }) => (request.url?.startsWith(judgeDesk) ? "'self' https:" : "'self'")
  return [own, 'data:', ...hosts]
}

/** The pages that may be shown inside another page: overlays of streams within our own, and the standings within chosen sites. */
const framedPage = /^\/(?:overlay\/[^/?]*|embed)(?:[?]|$)/
export const isFramedPage = (url: string): boolean => framedPage.test(url)

/**
 * Lets a page be shown inside pages of these sources. Browsers ignore X-Frame-Options beside `frame-ancestors`
 * (www.w3.org/TR/CSP3/#frame-ancestors-and-frame-options), but older programs follow it, and it cannot name other sites.
 * @param sources as in `frame-ancestors`
 */
export function allowFrames(reply: FastifyReply, sources: readonly string[]): void {
  const policy = String(reply.getHeader('content-security-policy') ?? '')
  const ancestors = sources.length === 0 ? "'none'" : sources.join(' ')
  void reply.header('content-security-policy', policy.replace("frame-ancestors 'none'", `frame-ancestors ${ancestors}`))
  void reply.removeHeader('x-frame-options')
}

/** Security headers of pages: our own scripts and styles only, pictures from few hosts, our own feeds, Twitch's player. */
export async function registerSecurityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  const address = new URL(config.public_url)
  const isSecure = address.protocol === 'https:'
  // Browsers that do not count sockets of the same host as 'self' need the full address.
  const feeds = `${isSecure ? 'wss' : 'ws'}://${address.host}`
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: listImageSources(config),
        fontSrc: ["'self'"],
        // Our own overlays, and Twitch's player, which is loaded when a viewer presses play, not before.
        frameSrc: ["'self'", 'https://player.twitch.tv'],
        connectSrc: ["'self'", feeds],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(isSecure && { upgradeInsecureRequests: [] }),
      },
    },
    // This host only: its owner decides about other hosts of the domain.
    strictTransportSecurity: isSecure && { maxAge: 365 * 86_400, includeSubDomains: false },
    // Other sites may read the API; see cors.ts.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  })
  app.addHook('onSend', async (_, reply) => {
    // A cached page keeps its own policy; a policy in this answer would replace it.
    if (reply.statusCode === 304) reply.removeHeader('content-security-policy')
    else if (!isPagePart(reply.getHeader('content-type'))) reply.header('content-security-policy', closedPolicy)
  })
}
