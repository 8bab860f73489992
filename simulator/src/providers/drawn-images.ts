/** The game's image host: a picture for each kind of item, tinted by its name. No game art. */
import type { FastifyInstance } from 'fastify'
import { hashText } from '../prng.ts'
import { itemDrawings } from './item-drawings.ts'

const CELL = 40
/** One of this many pictures is missing, as happens with new or old art. */
const ONE_IS_MISSING_OF = 16

interface Picture {
  /** Path of the art, "" if the address has none. */
  art: string
  /** In cells. */
  w: number
  h: number
}

/** The picture in an address; null for an invalid one. */
const readPicture = (payload: string): Picture | null => {
  const readSide = (value: unknown) => (typeof value === 'number' && value >= 1 && value <= 4 ? Math.floor(value) : 1)
  try {
    const value: unknown = JSON.parse(atob(payload))
    const picture: unknown = Array.isArray(value) ? value[2] : null
    if (typeof picture !== 'object' || picture === null || !('f' in picture)) return null
    const { f, w, h } = picture as { f: unknown; w?: unknown; h?: unknown }
    return { art: String(f), w: readSide(w), h: readSide(h) }
  } catch {
    return null
  }
}

/** Scaled to the item's cells, centred. */
const drawSign = ({ art, w, h }: Picture): string => {
  const { shape, ...drawing } = itemDrawings.find((one) => one.art.test(`/${art}`)) ?? { shape: '', w: 1, h: 1 }
  const scale = Math.min(w / drawing.w, h / drawing.h)
  const [left, top] = [((w - drawing.w * scale) * CELL) / 2, ((h - drawing.h * scale) * CELL) / 2]
  const tint = `hsl(${hashText(art, 5) % 360} 45% 62%)`
  const size = `viewBox="0 0 ${w * CELL} ${h * CELL}" width="${w * CELL}" height="${h * CELL}"`
  const colours = `fill="${tint}" stroke="${tint}" stroke-width="0" stroke-linejoin="round"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${colours}><g transform="translate(${left} ${top}) scale(${scale})">${shape}</g></svg>`
}

/** Whether the host has no picture for this art. */
export const isMissingPicture = (art: string): boolean => hashText(art, 11) % ONE_IS_MISSING_OF === 0

export const registerDrawnImages = (app: FastifyInstance): void => {
  // payloads may be longer than a parameter of an address
  app.get<{ Params: { '*': string } }>('/cdn/gen/image/*', async (request, reply) => {
    const picture = readPicture(request.params['*'].split('/')[0] ?? '')
    if (!picture || isMissingPicture(picture.art)) return reply.code(404).type('text/plain').send('Not Found')
    return reply
      .headers({
        'cache-control': 'public, max-age=86400',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      })
      .type('image/svg+xml')
      .send(drawSign(picture))
  })
}
