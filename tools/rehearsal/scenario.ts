import type { Provider } from '@muster/contract/auth'
import type { GameVersion } from '@muster/contract/events'
import type { ExampleName } from '@muster/contract/example-names'
import type { PersonalObjectives } from '@muster/contract/personal-objectives'
import type { Preset } from '@muster/simulator/options'
import { presets } from '@muster/simulator/options'
import type { ScriptName } from '@muster/simulator/scripts/scripts'
import { demoPresets, demoTree } from '../demo/objectives.ts'
import type { DemoObjective, DemoPreset } from '../demo/tree.ts'
import type { Division } from './product.ts'
import { keylessObjectives } from '../demo/keyless-objectives.ts'
import { makeMarathonTree, marathonPresets } from './marathon-tree.ts'
import { rulePresets, ruleObjectives } from './rule-objectives.ts'
import { rulePersonal } from './rule-personal.ts'
import { wornObjectives } from './worn-objectives.ts'

/** The settings of a rehearsal. Hours are event time. */
export interface Scenario {
  readonly name: string
  readonly summary: string
  readonly game_version: GameVersion
  readonly preset: Preset
  readonly seed: number
  /** The objectives; default: the demo's objectives for this game. */
  readonly objectives?: { readonly tree: readonly DemoObjective[]; readonly presets: Readonly<Record<string, DemoPreset>> }
  /** Instead of `objectives`: an example that comes with Muster, applied as for an organiser's new event. */
  readonly example?: ExampleName
  /** How players earn personal points; default: as in the example, or the usual steps. */
  readonly personal_objectives?: PersonalObjectives
  /** Time between the start of the world and of the event; default five minutes. */
  readonly signup_minutes?: number
  /** Length of the event; the league ends a little earlier, so that the last results are still seen. */
  readonly event_hours: number
  /** Event time per step; smaller steps are more realistic and slower. */
  readonly step_seconds: number
  /**
   * Whether the game compresses its answers, like the real one; without compression, a run of several days takes half as long.
   */
  readonly compresses: boolean
  /** The roles of each process; default: one process with all roles. */
  readonly division?: Division
  /** Whether resources are measured: the server then has the settings of production, otherwise the fastest ones. */
  readonly is_measured?: boolean
  /** Whether players submit results that no API shows, and judges decide and make corrections. */
  readonly claims: boolean
  /** Whether players report what they find; needs `claims`. */
  readonly reports?: boolean
  /** Event time between comparisons of the standings with the oracle's; default three hours. */
  readonly watch_minutes?: number
  /**
   * Providers at which the server has a client when it starts; default: all. Players log in with the first. Without the game, its
   * client arrives in the middle of the event.
   */
  readonly providers?: readonly Provider[]
  /** Faults, starting with the event. */
  readonly scripts: readonly ScriptName[]
}

/** Whether the server has a client of the game from the start. */
export const startsWithGame = ({ providers }: Scenario): boolean => providers?.includes('poe') ?? true

export const scenarios = {
  rules: {
    name: 'rules',
    summary: 'two teams of two, half an hour, objectives for every rule of the contract except numbers of the log of the game',
    game_version: 'poe1',
    preset: { ...presets.tiny, drop_boost: 6, items_per_hour: 120, league_hours: 0.45 },
    seed: 11,
    objectives: { tree: [...demoTree, wornObjectives, ruleObjectives], presets: { ...demoPresets, ...rulePresets } },
    personal_objectives: rulePersonal,
    event_hours: 0.55,
    step_seconds: 60,
    compresses: true,
    claims: true,
    scripts: ['fast-progress'],
  },
  evening: {
    name: 'evening',
    summary: 'two teams of five, three hours, no faults',
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
    summary: 'the same evening plus half an hour, with every family of faults and a maintenance of 40 minutes',
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
    summary: 'an evening of the second game with submissions, judges, and every family of faults',
    game_version: 'poe2',
    preset: presets.poe2_evening,
    // includes players whose ascendancies the game sends by internal names
    seed: 15,
    event_hours: 3,
    step_seconds: 20,
    compresses: true,
    claims: true,
    scripts: ['rough-second-evening'],
  },
  'poe2-calm': {
    name: 'poe2-calm',
    summary: 'the same evening of the second game without faults',
    game_version: 'poe2',
    preset: presets.poe2_evening,
    seed: 15,
    event_hours: 3,
    step_seconds: 20,
    compresses: true,
    claims: true,
    scripts: [],
  },
  'keyless-evening': {
    name: 'keyless-evening',
    summary: 'two teams of four report their finds; the client of the game arrives at half time',
    game_version: 'poe1',
    preset: { ...presets.evening, players_per_team: 4, items_per_hour: 40, league_hours: 1.8 },
    // All players have Discord, which `organise` checks.
    seed: 2,
    objectives: { tree: keylessObjectives, presets: demoPresets },
    event_hours: 2.25,
    step_seconds: 30,
    compresses: true,
    providers: ['discord'],
    claims: true,
    reports: true,
    watch_minutes: 20,
    scripts: [],
  },
  season: {
    name: 'season',
    summary: 'four teams of six, three days, the example with medals, several rules and a board; no faults',
    game_version: 'poe1',
    preset: { ...presets.weekend, teams: 4, players_per_team: 6, drop_boost: 2, noise_items_per_second: 2 },
    seed: 26,
    example: 'season',
    // three days from the start, which is five minutes after the signups begin
    event_hours: 72 + 5 / 60,
    step_seconds: 60,
    compresses: false,
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

/** The size of a marathon; smaller for a short one. */
export interface MarathonSize {
  readonly players: number
  readonly objectives: number
  readonly hours: number
}

/** An event of this size without faults; players are active from its start until half an hour before its end. */
export function makeMarathon({ players, objectives, hours }: MarathonSize): Scenario {
  // The token endpoint allows two logins per second.
  const signup_minutes = 5 + Math.ceil(players / 100)
  const event_hours = hours + signup_minutes / 60
  return {
    name: 'marathon',
    summary: `${players} players in ten teams, ${objectives} objectives, ${hours} hours, no faults`,
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
    // The second scoring process is on standby.
    division: [['http'], ['jobs'], ['scoring'], ['scoring']],
    is_measured: true,
    claims: true,
    scripts: [],
  }
}

/** The first hours of a scenario as a separate event; the league ends as long before its end as in the full scenario. */
export function shorten(scenario: Scenario, event_hours: number): Scenario {
  const { preset } = scenario
  const rest_hours = scenario.event_hours - (preset.league_hours ?? scenario.event_hours)
  return { ...scenario, event_hours, preset: { ...preset, league_hours: event_hours - rest_hours } }
}
