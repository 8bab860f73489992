import type { GameVersion } from '@muster/contract/events'
import type { Preset } from '@muster/simulator/options'
import { presets } from '@muster/simulator/options'
import type { ScriptName } from '@muster/simulator/scripts/scripts'
import type { DemoObjective, DemoPreset } from '../demo/tree.ts'
import type { Division } from './product.ts'
import { makeMarathonTree, marathonPresets } from './marathon-tree.ts'

/** What a rehearsal plays. Hours are of the event. */
export interface Scenario {
  readonly name: string
  readonly summary: string
  readonly game_version: GameVersion
  readonly preset: Preset
  readonly seed: number
  /** What is played for; left out: what the demo plays for in this game. */
  readonly objectives?: { readonly tree: readonly DemoObjective[]; readonly presets: Readonly<Record<string, DemoPreset>> }
  /** Between the beginning of the world and that of the event; five unless told otherwise. */
  readonly signup_minutes?: number
  /** Length of the event; play ends with the league, a little earlier, so that what was done last is still seen. */
  readonly event_hours: number
  /** By so many seconds time moves at once; the finer, the closer to life and the slower. */
  readonly step_seconds: number
  /** Whether the game packs what it sends, as the real one does; without, a run of days takes half as long. */
  readonly compresses: boolean
  /** Which processes the server is, by what they do; left out: one that does all. */
  readonly division?: Division
  /** Whether what the server needs is measured: it gets the settings of production then, otherwise those that are over soonest. */
  readonly is_measured?: boolean
  /** Whether people submit what no API shows, and judges decide and correct. */
  readonly claims: boolean
  /** What goes wrong, from the start of the event on. */
  readonly scripts: readonly ScriptName[]
}

export const scenarios = {
  evening: {
    name: 'evening',
    summary: 'two teams of five, three hours, a game on a good day',
    game_version: 'poe1',
    preset: presets.evening,
    seed: 7,
    event_hours: 3,
    step_seconds: 20,
    compresses: true,
    claims: false,
    scripts: [],
  },
  rough: {
    name: 'rough',
    summary: 'the same evening and half an hour more, with every family of faults and a maintenance of 40 minutes',
    game_version: 'poe1',
    preset: { ...presets.evening, league_hours: 3 },
    seed: 7,
    event_hours: 3.5,
    step_seconds: 20,
    compresses: true,
    claims: false,
    scripts: ['rough-evening'],
  },
  'poe2-evening': {
    name: 'poe2-evening',
    summary: 'an evening of the second game with claims, judges, and every family of faults',
    game_version: 'poe2',
    preset: presets.poe2_evening,
    // with people whose ascendancies the game sends by internal names
    seed: 15,
    event_hours: 3,
    step_seconds: 20,
    compresses: true,
    claims: true,
    scripts: ['rough-second-evening'],
  },
  'poe2-calm': {
    name: 'poe2-calm',
    summary: 'the same evening of the second game on a good day',
    game_version: 'poe2',
    preset: presets.poe2_evening,
    seed: 15,
    event_hours: 3,
    step_seconds: 20,
    compresses: true,
    claims: true,
    scripts: [],
  },
  weekend: {
    name: 'weekend',
    summary: 'eight teams of fifteen, three days, with every family of faults',
    game_version: 'poe1',
    preset: presets.weekend,
    seed: 7,
    event_hours: 72,
    step_seconds: 60,
    compresses: false,
    claims: false,
    scripts: ['rough-weekend'],
  },
} as const satisfies Record<string, Scenario>

/** What a marathon is about; less of each for a short one. */
export interface MarathonSize {
  readonly players: number
  readonly objectives: number
  readonly hours: number
}

/** An event of this size on a good day; people play from its start until half an hour before its end. */
export function makeMarathon({ players, objectives, hours }: MarathonSize): Scenario {
  // The token endpoint lets two people in a second.
  const signup_minutes = 5 + Math.ceil(players / 100)
  const event_hours = hours + signup_minutes / 60
  return {
    name: 'marathon',
    summary: `${players} players in ten teams, ${objectives} objectives, ${hours} hours, a game on a good day`,
    game_version: 'poe1',
    preset: {
      ...presets.marathon,
      players_per_team: Math.ceil(players / presets.marathon.teams),
      opens_after_minutes: signup_minutes,
      league_hours: event_hours - 0.5,
    },
    seed: 7,
    objectives: { tree: makeMarathonTree(objectives), presets: marathonPresets },
    signup_minutes,
    event_hours,
    step_seconds: 60,
    compresses: false,
    // The second one of scoring waits for the first one to die.
    division: [['http'], ['jobs'], ['scoring'], ['scoring']],
    is_measured: true,
    claims: true,
    scripts: [],
  }
}

/** The first hours of a scenario as an event of its own: play ends as long before the event as in the whole one. */
export function shorten(scenario: Scenario, event_hours: number): Scenario {
  const { preset } = scenario
  const rest_hours = scenario.event_hours - (preset.league_hours ?? scenario.event_hours)
  return { ...scenario, event_hours, preset: { ...preset, league_hours: event_hours - rest_hours } }
}
