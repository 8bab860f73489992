/** Pictures for places without the game's image host: a plain sign per kind of item, tinted by its name. No game art. */
import type { FastifyInstance } from 'fastify'
import { hashText } from '../prng.ts'

/** First match wins; shapes are drawn into a field of 40 by 40. */
const signs: readonly (readonly [folder: RegExp, shape: string])[] = [
  [/^2DItems\/Rings/, '<circle cx="20" cy="22" r="10" fill="none" stroke-width="4"/><circle cx="20" cy="9" r="4"/>'],
  [/^2DItems\/Amulets/, '<path d="M10 6q10 14 20 0" fill="none" stroke-width="3"/><path d="M20 14l8 10-8 10-8-10z"/>'],
  [
    /^2DItems\/Belts/,
    '<rect x="3" y="15" width="34" height="10" rx="3"/><rect x="15" y="12" width="10" height="16" fill="none" stroke-width="3"/>',
  ],
  [/Helmets/, '<path d="M8 30V18a12 12 0 0 1 24 0v12h-7v-8H15v8z"/>'],
  [/BodyArmours/, '<path d="M11 6l5 4h8l5-4 6 8-6 4v17H11V18l-6-4z"/>'],
  [/Gloves/, '<path d="M12 34V16l4-10h4v9l8 3v8l-6 8z"/>'],
  [/Boots/, '<path d="M12 5h9v18l12 5v6H12z"/>'],
  [/Shields/, '<path d="M20 4l14 5v10q0 11-14 17Q6 30 6 19V9z"/>'],
  [/Weapons|Quivers/, '<path d="M31 5L16 22l3 3L35 9zM10 24l6 6-2 2-3-2-5 6-2-2 6-5-2-3z"/>'],
  [/Divination/, '<rect x="9" y="4" width="22" height="32" rx="3" fill="none" stroke-width="3"/><path d="M20 12l5 8-5 8-5-8z"/>'],
  [/Gems/, '<path d="M12 8h16l7 9-15 17L5 17z"/>'],
  [/Jewels/, '<path d="M20 5l12 15-12 15L8 20z"/>'],
  [/Flasks/, '<path d="M16 4h8v9l6 9q3 13-10 13T10 22l6-9z"/>'],
  [/Maps|Scarabs/, '<path d="M5 10l10-4 10 4 10-4v24l-10 4-10-4-10 4z"/>'],
]
const plainSign = '<circle cx="20" cy="20" r="13"/>'

const drawSign = (art: string): string => {
  const shape = signs.find(([folder]) => folder.test(art))?.[1] ?? plainSign
  const tint = `hsl(${hashText(art, 5) % 360} 45% 62%)`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" width="80" height="80" fill="${tint}" stroke="${tint}" stroke-width="0" stroke-linejoin="round">${shape}</svg>`
}

/** The art path inside a generated image's address, or "" when there is none. */
const readArt = (payload: string): string => {
  try {
    const value: unknown = JSON.parse(atob(payload))
    const picture: unknown = Array.isArray(value) ? value[2] : null
    return typeof picture === 'object' && picture !== null && 'f' in picture ? String(picture.f) : ''
  } catch {
    return ''
  }
}

export const registerDrawnImages = (app: FastifyInstance): void => {
  app.get<{ Params: { payload: string } }>('/cdn/gen/image/:payload/:hash/:name', async (request, reply) =>
    reply
      .headers({
        'cache-control': 'public, max-age=86400',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      })
      .type('image/svg+xml')
      .send(drawSign(readArt(request.params.payload))),
  )
}
