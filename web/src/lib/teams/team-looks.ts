import { measureContrast, measureDistance, type Oklch, readOklch, remember, writeHex } from './colour.ts'
import { type ChargeName, chargeNames } from './charges.ts'

/** A team's colours after adjustment; marks are shapes and lines, ink is text. */
export interface TeamColours {
  readonly dark: string
  readonly light: string
  readonly light_ink: string
}

/** How a team is recognised: by its crest, with colour as confirmation. */
export interface TeamLook {
  readonly colours: TeamColours
  readonly charge: ChargeName
  /** The second round of charges is drawn as an outline, for events with more teams than charges. */
  readonly outlined: boolean
}

const maxChroma = 0.19
const minDistance = 12
const hueStep = 20
/** The surfaces of both themes that carry team marks and text; see styles/tokens.css. */
export const darkSurfaces = ['#0b0b0c', '#121213', '#1a1a1b'] as const
export const lightSurfaces = ['#f6f6f5', '#ffffff', '#ececeb'] as const
const fallback: Oklch = { lightness: 0.75, chroma: 0, hue: 0 }

/** The first step towards black or white at which a colour is readable; further steps only increase the contrast. */
function moveUntilReadable(colour: Oklch, surfaces: readonly string[], ratio: number, step: number): string {
  const write = (steps: number) => writeHex({ ...colour, lightness: Math.min(1, Math.max(0, colour.lightness + steps * step)) })
  const isReadable = (hex: string) => surfaces.every((surface) => measureContrast(hex, surface) >= ratio)
  const first = write(0)
  if (isReadable(first)) return first
  let [refused, kept] = [0, Math.ceil((step > 0 ? 1 - colour.lightness : colour.lightness) / Math.abs(step))]
  while (kept - refused > 1) {
    const middle = Math.floor((kept + refused) / 2)
    if (isReadable(write(middle))) kept = middle
    else refused = middle
  }
  return write(kept)
}

/**
 * The organiser's colour made readable: chroma at most 0.19, hue kept, lightness moved until marks reach 4.5:1 in the dark and
 * 3:1 in the light theme, text 4.5:1 in both, on every surface.
 */
const adjustSpelled = remember((spelled): TeamColours => {
  const [lightness = 0, chroma = 0, hue = 0] = spelled.split(' ').map(Number)
  const base = { lightness, chroma: Math.min(chroma, maxChroma), hue }
  const bright = { ...base, lightness: Math.max(lightness, 0.68) }
  const deep = { ...base, lightness: Math.min(lightness, 0.68) }
  return {
    dark: moveUntilReadable(bright, darkSurfaces, 4.5, 0.005),
    light: moveUntilReadable(deep, lightSurfaces, 3, -0.005),
    light_ink: moveUntilReadable(deep, lightSurfaces, 4.5, -0.005),
  }
})
/** Cached: teams of the same colour try the same hues, and each hue takes a while. */
const adjust = ({ lightness, chroma, hue }: Oklch) => adjustSpelled(`${lightness} ${chroma} ${hue}`)

const isTooClose = (a: TeamColours, b: TeamColours) =>
  measureDistance(a.dark, b.dark) < minDistance || measureDistance(a.light, b.light) < minDistance

/** A colour too close to a taken one is shifted in hue by 20 degrees until it is not; greys stay grey. */
function chooseColours(chosen: string, taken: readonly TeamColours[]): TeamColours {
  const first = readOklch(chosen) ?? fallback
  for (let turn = 0; turn < 360 / hueStep; turn++) {
    const colours = adjust({ ...first, hue: (first.hue + turn * hueStep) % 360 })
    if (!taken.some((other) => isTooClose(colours, other))) return colours
  }
  return adjust(first)
}

/** Distributes names over the charges (FNV-1a); stable for ever, so that a team keeps its crest. */
function hashName(name: string): number {
  let hash = 2166136261
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619) >>> 0
  return hash
}

/**
 * Colours and crests of all teams of an event by id: in the order of their ids, each takes its colour and the next free charge.
 */
export function assignTeamLooks(teams: readonly { id: number; name: string; color: string }[]): ReadonlyMap<number, TeamLook> {
  const looks = new Map<number, TeamLook>()
  const takenCharges = new Set<string>()
  for (const team of [...teams].sort((a, b) => a.id - b.id)) {
    const round = Math.floor(looks.size / chargeNames.length)
    const start = hashName(team.name)
    let charge: ChargeName = chargeNames[start % chargeNames.length] ?? 'chevron'
    for (let shift = 1; takenCharges.has(`${round} ${charge}`); shift++) {
      charge = chargeNames[(start + shift) % chargeNames.length] ?? 'chevron'
      if (shift > chargeNames.length) break
    }
    takenCharges.add(`${round} ${charge}`)
    const colours = chooseColours(
      team.color,
      [...looks.values()].map((look) => look.colours),
    )
    looks.set(team.id, { colours, charge, outlined: round % 2 === 1 })
  }
  return looks
}
