/** Progress of a player, read from the world; personal points follow the rules of the event. */
import type { NumberField, Objective } from '@muster/contract/objectives'
import type { PersonalObjectives } from '@muster/contract/personal-objectives'
import { realmRows } from '../realms.ts'
import type { GameRealm } from '../world/events.ts'
import type { Account } from '../world/model.ts'
import type { World } from '../world/world.ts'
import type { Contest } from './contest.ts'
import type { valueRows } from './value-truth.ts'

/** The steps of an event that defines none, as docs/scoring.md lists them. */
const usual: PersonalObjectives = {
  cap: 9,
  steps: [
    ...[40, 60, 80].map((at) => ({ number_field: 'PLAYER_LEVEL' as const, at, points: 1 })),
    { number_field: 'PLAYER_LEVEL', at: 90, points: 3 },
    ...[4, 6, 8].map((at) => ({ number_field: 'ASCENDANCY' as const, at, points: 1 })),
    { number_field: 'ATLAS_POINTS', at: 40, points: 3 },
  ],
  figures_cap: 0,
  figures: [],
}

/** "Each step pays once the number has reached it, up to the cap. The highest step reached counts for each figure, up to its cap." */
function countPersonal(progress: Progress, rules: PersonalObjectives): number {
  const hasReached = (number_field: NumberField, at: number) =>
    isLasting(number_field) && numbers[number_field].read(progress, rules) >= at
  let paid = 0
  for (const { number_field, at, points } of rules.steps) if (hasReached(number_field, at)) paid += points
  let shown = 0
  for (const { number_field, steps } of rules.figures) {
    const reached = steps.filter(({ at }) => hasReached(number_field, at)).map(({ points }) => points)
    shown += Math.max(0, ...reached)
  }
  const [most, maxShown] = [rules.cap || Number.POSITIVE_INFINITY, rules.figures_cap || Number.POSITIVE_INFINITY]
  return Math.min(paid, most) + Math.min(shown, maxShown)
}

interface Progress {
  level: number
  ascendancy: number
  depth: number
  atlas: number
  hasPantheon: boolean
}

interface NumberRow {
  read: (progress: Progress, rules: PersonalObjectives) => number
  /** The number appears only on the character's own page, which is read less often than the ladder. */
  isOfDetail: boolean
}
/** The part beyond 100 as a whole, times the factor of the depth: 1.2 from 150 on, then 0.2 more with every hundred up to 2. */
const weighDepth = (depth: number): number => {
  const steps = depth < 150 ? 0 : Math.min(5, 1 + Math.floor((depth - 150) / 100))
  return Math.floor((Math.max(0, depth - 100) * (10 + 2 * steps)) / 10)
}

/** Counted elsewhere: items, submissions and parts belong to no player; the log of a player's game is not part of the world. */
const ofNoPlayer: NumberRow = { read: () => 0, isOfDetail: false }

/** One row per number that never falls, written from docs/scoring.md; the compiler asks for a new one when the contract gains a name. */
const numbers: Readonly<Record<Exclude<NumberField, keyof typeof valueRows>, NumberRow>> = {
  PLAYER_LEVEL: { read: ({ level }) => level, isOfDetail: false },
  DELVE_DEPTH: { read: ({ depth }) => depth, isOfDetail: false },
  DELVE_DEPTH_WEIGHTED: { read: ({ depth }) => weighDepth(depth), isOfDetail: false },
  DELVE_DEPTH_PAST_100: { read: ({ depth }) => Math.max(0, depth - 100), isOfDetail: false },
  PANTHEON: { read: ({ hasPantheon }) => (hasPantheon ? 1 : 0), isOfDetail: true },
  ASCENDANCY: { read: ({ ascendancy }) => ascendancy, isOfDetail: true },
  ATLAS_POINTS: { read: ({ atlas }) => atlas, isOfDetail: true },
  PLAYER_SCORE: { read: countPersonal, isOfDetail: true },
  DEATHS: ofNoPlayer,
  AREA_LEVEL: ofNoPlayer,
  AREAS_ENTERED: ofNoPlayer,
  ACTS_FINISHED: ofNoPlayer,
  PASSIVES_ALLOCATED: ofNoPlayer,
  BOSS_LINES: ofNoPlayer,
  STACK_SIZE: ofNoPlayer,
  SUBMISSION_VALUE: ofNoPlayer,
  FINISHED_OBJECTIVES: ofNoPlayer,
}

type Lasting = keyof typeof numbers

/** Whether a number never falls; `value-truth.ts` reads the others. */
export const isLasting = (number_field: Objective['number_field']): number_field is Lasting =>
  Object.hasOwn(numbers, number_field)

export const isOfDetail = (number_field: Lasting): boolean => numbers[number_field].isOfDetail

const findProgress: Readonly<Record<GameRealm, (account: Account, wanted: string | null) => Progress | null>> = {
  pc: ({ characters }, wanted) => {
    const character = characters.find(({ league }) => league === wanted)
    if (!character) return null
    const { record, depth, atlas_points: atlas } = character
    const hasPantheon = record.pantheon_major !== null && record.pantheon_minor !== null
    return { level: record.level, ascendancy: record.ascendancy_points, depth, atlas, hasPantheon }
  },
  /** The second game has no delve, pantheon or atlas, so those numbers are zero. */
  poe2: ({ second_game }, wanted) => {
    const record = second_game.find(({ league }) => league === wanted)?.record
    return record ? { level: record.level, ascendancy: record.ascendancy_points, depth: 0, atlas: 0, hasPantheon: false } : null
  },
}

export function readPlayer(
  number_field: Lasting,
  account: Account,
  world: World,
  { realm, personal_objectives }: Pick<Contest, 'realm' | 'personal_objectives'>,
): number {
  const progress = findProgress[realm](account, realmRows[realm].leagueOf(world.options))
  return progress === null ? 0 : numbers[number_field].read(progress, personal_objectives ?? usual)
}
