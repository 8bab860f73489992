import type { CallInput } from '@muster/contract/endpoint'
import type { Endpoints } from '@muster/contract/endpoints'
import type { Team } from '@muster/contract/teams'
import { measureContrast, measureDistance, parseHex, writeHex } from '../../../lib/teams/colour.ts'
import { assignTeamLooks, darkSurfaces, lightSurfaces, type TeamColours } from '../../../lib/teams/team-looks.ts'

export interface TeamValues {
  name: string
  abbreviation: string
  color: string
  allowed_classes: readonly string[]
}

export const readTeam = ({ name, abbreviation, color, allowed_classes }: Team): TeamValues => ({
  name,
  abbreviation,
  color,
  allowed_classes,
})

/** Default colours in order: six that differ clearly in both themes, then the rest of the wheel, bright and pale. */
const candidates = [
  '#f2c230',
  '#2bb673',
  '#2f6fed',
  '#8b3fd1',
  '#d4344a',
  '#d9d9d9',
  ...[0.19, 0.1].flatMap((chroma) =>
    Array.from({ length: 36 }, (_, turn) => writeHex({ lightness: 0.68, chroma, hue: (turn * 10) % 360 })),
  ),
]

/** A new team with an unused colour; if all are taken, the one furthest from the others. */
export function proposeTeam(teams: readonly Pick<Team, 'color'>[]): TeamValues {
  const distanceOf = (color: string) => Math.min(...teams.map((team) => measureApart(color, team.color)))
  const free = candidates.find((color) => distanceOf(color) >= nearest)
  const color = free ?? candidates.reduce((best, other) => (distanceOf(other) > distanceOf(best) ? other : best))
  return { name: '', abbreviation: '', color, allowed_classes: [] }
}

export const toTeamBody = (
  { name, abbreviation, color, allowed_classes }: TeamValues,
  team: Team | null,
  base_version?: number,
): CallInput<Endpoints['createTeam']>['body'] => ({
  id: team?.id ?? null,
  base_version,
  name: name.trim(),
  abbreviation: abbreviation.trim(),
  color: color.trim().toLowerCase(),
  allowed_classes: [...allowed_classes],
})

/** The displayed version of a chosen colour, without regard to other teams. */
export function showColour(color: string): TeamColours | null {
  if (!parseHex(color)) return null
  return assignTeamLooks([{ id: 1, name: '', color }]).get(1)?.colours ?? null
}

/** Below this distance pages shift the hue of the later team; see `assignTeamLooks`. */
const nearest = 12

/** The displayed distance of two chosen colours, in the theme where they are closer; an invalid colour is far from all. */
function measureApart(one: string, other: string): number {
  const [a, b] = [showColour(one), showColour(other)]
  if (a === null || b === null) return Number.POSITIVE_INFINITY
  return Math.min(measureDistance(a.dark, b.dark), measureDistance(a.light, b.light))
}

/** Whether two chosen colours are easily confused in one of the themes. */
export const isConfusing = (one: string, other: string): boolean => measureApart(one, other) < nearest

const least = (color: string, surfaces: readonly string[]) =>
  Math.min(...surfaces.map((surface) => measureContrast(color, surface)))

/** WCAG contrast on the least favourable surface: of marks in both themes, and of text in the light one. */
export const measureShown = ({ dark, light, light_ink }: TeamColours) => ({
  dark: least(dark, darkSurfaces),
  light: least(light, lightSurfaces),
  light_ink: least(light_ink, lightSurfaces),
})
