import type { OverlayState } from '@muster/contract/broadcast'

// States of overlays for pictures: a usual event, and one in which every text is as long as it may be.

const hour_ms = 3_600_000
const names = ['The Lanterns', 'Gravewardens', 'Tidebreakers', 'Nightglass', 'Saltmarch', 'Hollow Crown']
const colours = ['#f2c230', '#3fb36b', '#3d7be0', '#a35ce0', '#e0742f', '#d94f5c', '#39b3b0', '#b8b8b8', '#8a6d3b', '#d957a8']
const longName = 'Wardens of the Everlasting Northern Lighthouse'

interface Scene {
  readonly teams: number
  readonly nameOf: (place: number) => string
  readonly shortOf: (place: number) => string
  readonly points: number
  readonly texts: Readonly<Record<'event' | 'objective' | 'category' | 'player' | 'character' | 'skill', string>>
}

const scenes: Readonly<Record<'usual' | 'longest', Scene>> = {
  usual: {
    teams: 6,
    nameOf: (place) => names[place] ?? '',
    shortOf: (place) => (names[place] ?? '').replace('The ', '').slice(0, 3).toUpperCase(),
    points: 3842,
    texts: {
      event: 'Winter Muster',
      objective: 'Catarina’s Circle',
      category: 'Uniques',
      player: 'Marrowind',
      character: 'Uul_Be_Sorry',
      skill: 'Cold Snap',
    },
  },
  longest: {
    teams: 12,
    nameOf: (place) => `${place} ${longName}`,
    shortOf: (place) => `${place}${longName}`.replaceAll(' ', '').slice(0, 20),
    points: 123_842,
    texts: {
      event: 'The Grand Winter Muster of All Northern Leagues, Second Edition',
      objective: 'Complete the Trial of the Ancestors with a gypsy jeweller’s quality hooks',
      category: 'Every boss of the Atlas in the order of the great map',
      player: 'Qyxophagj the Marrowind of Everlasting Gypsy Jury',
      character: 'Uul_Be_Sorry_You_Gypsyjuryqu',
      skill: 'Vaal Righteous Fire of Arcane Devotion',
    },
  },
}
export type SceneName = keyof typeof scenes

/** @param gained whether a team has just gained points */
export function makeState(name: SceneName, gained: boolean): OverlayState {
  const { teams: count, nameOf, shortOf, points, texts } = scenes[name]
  const now = Date.now()
  const at = (ms: number) => new Date(now + ms).toISOString()
  const ids = Array.from({ length: count }, (_, place) => place + 1)
  const gain = (place: number, hours: number) => ({
    scored_at: at(-hours * hour_ms),
    team_id: (place % count) + 1,
    objective_id: 100 + place,
    objective: texts.objective,
    category: texts.category,
    points: 40,
    player: texts.player,
  })
  const state = {
    delay_seconds: 60,
    event: { id: 1, name: texts.event, starts_at: at(-31 * hour_ms), ends_at: at(241 * hour_ms) },
    teams: ids.map((id, place) => ({
      id,
      name: nameOf(place),
      abbreviation: shortOf(place),
      color: colours[place % colours.length] ?? '',
      points: points - place * 1217,
      rank: place + 1,
    })),
    gains: [...(gained ? [gain(2, 0)] : []), ...ids.map((place) => gain(place, place))],
    card: {
      objective_id: 101,
      name: texts.objective,
      category: texts.category,
      closes_at: at(20 * hour_ms),
      required_number: 3,
      is_pinned: true,
      teams: ids.map((team_id, place) => ({
        team_id,
        number: Math.max(0, 3 - place),
        points: 10,
        is_finished: place === 0,
        rank: place === 0 ? 1 : null,
      })),
    },
    player: {
      user_id: 1,
      name: texts.player,
      team_id: 3,
      is_pinned: true,
      points: 214,
      rank: 2,
      character: {
        name: texts.character,
        ascendancy: 'Occultist',
        level: 97,
        main_skill: texts.skill,
        dps: 4_210_000,
        ehp: 84_000,
        delve_depth: 312,
      },
    },
    categories: [0, 1, 2].map((place) => ({
      name: texts.category,
      teams: ids.map((team_id) => ({ team_id, points: 1200 - team_id * place })),
    })),
    next_opening: at(9 * hour_ms),
  }
  return state as unknown as OverlayState
}
