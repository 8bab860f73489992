import { fileURLToPath } from 'node:url'
import { escapeMarkup } from '../../markup.ts'
import type { EventCard } from './card.ts'
import { formatPoints } from './event-card.ts'

/** Pixels; the size that chats show large. */
export const cardSize = { width: 1200, height: 630 } as const

const margin = 72
const right = cardSize.width - margin
const row_height = 62
const maxTeams = 5
/** Letters that fit beside the points, and in the title; the widest letters are cut off at the edge. */
const [nameLetters, titleLetters] = [36, 30]

const shorten = (text: string, most: number) => {
  const letters = [...text]
  return escapeMarkup(letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : text)
}

/** The best teams; the team of the link takes the last row if it is not among them. */
function listRows(teams: EventCard['teams'], team_id: number | null): EventCard['teams'] {
  const shown = teams.slice(0, maxTeams)
  const own = teams.slice(maxTeams).filter(({ id }) => id === team_id)
  return [...shown.slice(0, maxTeams - own.length), ...own]
}

/** The picture in SVG: dark like the pages, with the tokens' colours. */
function writeSvg({ title, state, teams, team_id }: EventCard): string {
  const { width, height } = cardSize
  const rows = listRows(teams, team_id).map(
    ({ id, name, color, rank, points }, place) => `<g transform="translate(${margin} ${236 + place * row_height})"${
      team_id === null || team_id === id ? '' : ' fill="#b5b3ae"'
    }>
<rect y="-30" width="10" height="38" fill="${escapeMarkup(color)}"/>
<text x="34" font-size="34">${rank}. ${shorten(name, nameLetters)}</text>
<text x="${right - margin}" text-anchor="end" font-size="34">${formatPoints(points)}</text>
<path d="M0 22H${right - margin}" stroke="#262627"/></g>`,
  )
  const others = teams.length - maxTeams
  const more = others > 0 ? `and ${others} more ${others === 1 ? 'team' : 'teams'}` : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="Archivo SemiBold" fill="#eeedea">
<rect width="${width}" height="${height}" fill="#0b0b0c"/>
<text x="${margin}" y="112" font-size="60">${shorten(title, titleLetters)}</text>
<text x="${margin}" y="162" font-size="27" fill="#b5b3ae">${escapeMarkup(state)}</text>
${rows.join('\n')}
<path d="M${margin} 566v26M${margin + 8} 566v26M${margin + 16} 566v26M${margin + 24} 566v26" stroke="#eeedea" stroke-width="4"/>
<path d="M${margin - 6} 588 ${margin + 30} 570" stroke="#f0a045" stroke-width="4"/>
<text x="${margin + 46}" y="589" font-size="27">Muster</text>
<text x="${right}" y="589" text-anchor="end" font-size="27" fill="#b5b3ae">${more}</text>
</svg>`
}

const font = fileURLToPath(new URL('archivo-semibold.ttf', import.meta.url))

/**
 * Draws a card as a PNG file, in a thread of the library. Scripts that our font lacks are drawn with the fonts of the machine.
 */
export async function drawCard(card: EventCard): Promise<Buffer> {
  // Loaded with the first card: most processes draw none.
  const { renderAsync } = await import('@resvg/resvg-js')
  const drawn = await renderAsync(writeSvg(card), {
    font: { fontFiles: [font], loadSystemFonts: true, defaultFontFamily: 'Archivo SemiBold' },
  })
  return drawn.asPng()
}
