/** Pictures of a fictional game: the proofs that players link, and the thumbnails of streams. Drawn from their name alone. */
import type { FastifyInstance } from 'fastify'
import { createDraws } from '../prng.ts'
import { escapeHtml } from './page.ts'

const [WIDTH, HEIGHT] = [640, 360]

/** A line of hills from left to right, about this high. */
const drawHills = (heights: readonly number[], base: number): string => {
  const step = WIDTH / (heights.length - 1)
  return `M0 ${HEIGHT}L${heights.map((height, at) => `${Math.round(at * step)} ${Math.round(base - height)}`).join('L')}L${WIDTH} ${HEIGHT}Z`
}

/** @param size of the picture as SVG attributes; the content is always the same */
export const drawScene = (name: string, caption: string, size = `width="${WIDTH}" height="${HEIGHT}"`): string => {
  const draws = createDraws(1, `scene/${name}`)
  const hue = draws.int(360)
  const hills = (count: number, height: number) => Array.from({ length: count }, () => height * (0.3 + 0.7 * draws.float()))
  const moon = { x: 90 + draws.int(460), y: 60 + draws.int(70), r: 22 + draws.int(26) }
  const stars = Array.from(
    { length: 26 },
    () => `<circle cx="${draws.int(WIDTH)}" cy="${draws.int(170)}" r="${draws.chance(0.3) ? 1.6 : 0.9}"/>`,
  )
  const hero = { x: 250 + draws.int(140), y: 268 }
  const foes = Array.from({ length: 3 + draws.int(5) }, () => {
    const [x, r] = [60 + draws.int(520), 7 + draws.int(9)]
    return `<path d="M${x - r} 282q${r} ${-3 * r} ${2 * r} 0z"/>`
  })
  const spark = `hsl(${(hue + 160) % 360} 80% 65%)`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${WIDTH} ${HEIGHT}">`,
    `<linearGradient id="s" x2="0" y2="1"><stop stop-color="hsl(${hue} 45% 12%)"/><stop offset="1" stop-color="hsl(${hue} 40% 34%)"/></linearGradient>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#s)"/><g fill="#fff9">${stars.join('')}</g>`,
    `<circle cx="${moon.x}" cy="${moon.y}" r="${moon.r}" fill="hsl(${(hue + 40) % 360} 60% 82%)"/>`,
    `<path d="${drawHills(hills(9, 110), 260)}" fill="hsl(${hue} 34% 20%)"/>`,
    `<path d="${drawHills(hills(13, 60), 280)}" fill="hsl(${hue} 30% 14%)"/>`,
    `<path d="M0 272h${WIDTH}v88H0z" fill="hsl(${hue} 24% 9%)"/><g fill="hsl(${(hue + 330) % 360} 45% 40%)">${foes.join('')}</g>`,
    `<path d="M${hero.x - 9} ${hero.y + 16}l4-26a6 6 0 1 1 10 0l4 26z" fill="#f3ecd9"/>`,
    `<path d="M${hero.x + 8} ${hero.y - 6}q40-34 92-12" fill="none" stroke="${spark}" stroke-width="4" stroke-linecap="round"/>`,
    '<circle cx="38" cy="322" r="27" fill="#a3261f" stroke="#0008" stroke-width="4"/><circle cx="602" cy="322" r="27" fill="#2b4fa8" stroke="#0008" stroke-width="4"/>',
    `<text x="320" y="330" text-anchor="middle" font-family="sans-serif" font-size="20" fill="#f3ecd9">${escapeHtml(caption)}</text></svg>`,
  ].join('')
}

/** The host of players' pictures: any picture by any name. */
export const registerDrawnScenes = (app: FastifyInstance): void => {
  app.get<{ Params: { name: string } }>('/pictures/:name', async (request, reply) => {
    const [, name] = /^([\w-]{1,100})\.svg$/.exec(request.params.name) ?? []
    if (name === undefined) return reply.code(404).type('text/plain').send('Not Found')
    return reply
      .headers({ 'cache-control': 'public, max-age=86400', 'content-security-policy': "default-src 'none'" })
      .type('image/svg+xml')
      .send(drawScene(name, name.replaceAll('-', ' ')))
  })
}
