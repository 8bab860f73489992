import type { GameVersion } from '@muster/contract/events'
import type { NumberField } from '@muster/contract/objectives'
import type { PersonalFigure, PersonalObjectives, PersonalStep } from '@muster/contract/personal-objectives'

/** The settings of an event that decide the numbers of its players. */
export interface PlayerRules {
  readonly game_version: GameVersion
  /** Null: the usual steps of the game. */
  readonly personal_objectives: PersonalObjectives | null
}

/** Whether a number field is the personal points themselves. */
export const isPersonal = (number_field: NumberField | '' | undefined): boolean => number_field === 'PLAYER_SCORE'

/** A player's value of a number field. */
export type ReadNumber = (number_field: NumberField) => number

const withSteps = (steps: readonly PersonalStep[]): PersonalObjectives => ({
  cap: 9,
  steps: [...steps],
  figures_cap: 0,
  figures: [],
})
const levelsAndAscendancy: readonly PersonalStep[] = [
  { number_field: 'PLAYER_LEVEL', at: 40, points: 1 },
  { number_field: 'PLAYER_LEVEL', at: 60, points: 1 },
  { number_field: 'PLAYER_LEVEL', at: 80, points: 1 },
  { number_field: 'PLAYER_LEVEL', at: 90, points: 3 },
  { number_field: 'ASCENDANCY', at: 4, points: 1 },
  { number_field: 'ASCENDANCY', at: 6, points: 1 },
  { number_field: 'ASCENDANCY', at: 8, points: 1 },
]
/** The rules of an event that defines none. In the first game all steps together are worth more than the cap. */
const usual: Readonly<Record<GameVersion, PersonalObjectives>> = {
  poe1: withSteps([...levelsAndAscendancy, { number_field: 'ATLAS_POINTS', at: 40, points: 3 }]),
  poe2: withSteps(levelsAndAscendancy),
}

/**
 * The steps and figures by which the players of an event earn personal points. Scoring, gauges, rules text and receipts all read
 * them here.
 */
export const readPersonalObjectives = ({ game_version, personal_objectives }: PlayerRules): PersonalObjectives =>
  personal_objectives ?? usual[game_version]

/** The number fields that the points depend on, each once. */
export const listPersonalFields = ({ steps, figures }: PersonalObjectives): readonly NumberField[] => [
  ...new Set([...steps, ...figures].map(({ number_field }) => number_field)),
]

/** The points after a cap; 0 means no cap. */
const capAt = (points: number, cap: number): number => (cap === 0 ? points : Math.min(points, cap))

const sum = (rows: readonly { readonly points: number }[]): number => rows.reduce((total, { points }) => total + points, 0)

/** The maximum for a player: the general part and the figures, each up to its cap. */
export function countMostPersonal({ cap, steps, figures_cap, figures }: PersonalObjectives): number {
  return capAt(sum(steps), cap) + capAt(sum(figures.flatMap((figure) => figure.steps.at(-1) ?? [])), figures_cap)
}

/** One number of a player, and the steps that it has reached. */
export interface PersonalGauge extends PersonalFigure {
  readonly value: number
  /** The next step and the points that it adds, after caps; null: the highest step is reached. */
  readonly next: { readonly at: number; readonly adds: number } | null
  /** For each step, the share of the way to it from the step before, from 0 to 1. */
  readonly shares: readonly number[]
}

/** The general part, or all figures: the points of one player, up to the cap, and where they come from. */
interface PersonalPart {
  readonly points: number
  readonly gauges: readonly PersonalGauge[]
}

/** The personal points of one player. */
export interface PersonalProgress {
  readonly points: number
  readonly most: number
  readonly general: PersonalPart
  readonly figures: PersonalPart
}

/** The points of a number that has reached this many of its steps. */
type Pay = (steps: PersonalFigure['steps'], reached: number) => number
const paySum: Pay = (steps, reached) => sum(steps.slice(0, reached))
const payHighest: Pay = (steps, reached) => steps[reached - 1]?.points ?? 0

function readPart(figures: readonly PersonalFigure[], cap: number, pay: Pay, read: ReadNumber): PersonalPart {
  const values = figures.map(({ number_field, steps }) => {
    const value = read(number_field)
    const reached = steps.filter(({ at }) => value >= at).length
    return { value, reached, points: pay(steps, reached) }
  })
  const before = sum(values)
  const points = capAt(before, cap)
  const gauges = figures.map((figure, index): PersonalGauge => {
    const { value = 0, reached = 0, points: own = 0 } = values[index] ?? {}
    const { steps } = figure
    const step = steps[reached]
    const shares = steps.map(({ at }, place) => {
      const from = steps[place - 1]?.at ?? 0
      return Math.min(1, Math.max(0, (value - from) / (at - from)))
    })
    const next = step ? { at: step.at, adds: capAt(before - own + pay(steps, reached + 1), cap) - points } : null
    return { ...figure, value, next, shares }
  })
  return { points, gauges }
}

/** The general steps by number, lowest step first. */
const groupSteps = (steps: readonly PersonalStep[]): readonly PersonalFigure[] =>
  [...Map.groupBy(steps, ({ number_field }) => number_field)].map(([number_field, own]) => ({ number_field, steps: own }))

export function readPersonalProgress(rules: PersonalObjectives, read: ReadNumber): PersonalProgress {
  const general = readPart(groupSteps(rules.steps), rules.cap, paySum, read)
  const figures = readPart(rules.figures, rules.figures_cap, payHighest, read)
  return { points: general.points + figures.points, most: countMostPersonal(rules), general, figures }
}

/** Equal as rules, whatever the order of their keys: the database returns the keys of an object in an order of its own. */
export function isSamePersonal(one: PersonalObjectives | null, other: PersonalObjectives | null): boolean {
  const write = (rules: PersonalObjectives | null) =>
    rules && [
      rules.cap,
      rules.steps.map((step) => [step.number_field, step.at, step.points]),
      rules.figures_cap,
      rules.figures.map(({ number_field, steps }) => [number_field, steps.map((step) => [step.at, step.points])]),
    ]
  return JSON.stringify(write(one)) === JSON.stringify(write(other))
}
