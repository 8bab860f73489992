import type { GameVersion } from '@muster/contract/events'
import { type NumberField, numberFields } from '@muster/contract/objectives'
import { largestPersonalPoints, type PersonalObjectives } from '@muster/contract/personal-objectives'
import { largestInt } from '@muster/contract/body'
import { findPersonalProblems, type PersonalProblemKind } from '@muster/domain/characters/personal-problems'

export interface StepInput {
  readonly at: string
  readonly points: string
}
export interface GeneralInput extends StepInput {
  readonly number_field: NumberField
}
export interface FigureInput {
  readonly number_field: NumberField
  readonly steps: readonly StepInput[]
}

/** Rules of personal objectives as typed. */
export interface PersonalInput {
  /** False: the usual steps of the game, and the lists are not sent. */
  readonly is_own: boolean
  readonly cap: string
  readonly steps: readonly GeneralInput[]
  readonly figures_cap: string
  readonly figures: readonly FigureInput[]
}

export const usualInput: PersonalInput = { is_own: false, cap: '', steps: [], figures_cap: '', figures: [] }

/** 0 means no cap, and is shown as empty. */
const writeCap = (cap: number): string => (cap === 0 ? '' : String(cap))
const writeStep = ({ at, points }: { at: number; points: number }): StepInput => ({ at: String(at), points: String(points) })

export const toPersonalInput = (rules: PersonalObjectives | null): PersonalInput =>
  rules === null
    ? usualInput
    : {
        is_own: true,
        cap: writeCap(rules.cap),
        steps: rules.steps.map((step) => ({ number_field: step.number_field, ...writeStep(step) })),
        figures_cap: writeCap(rules.figures_cap),
        figures: rules.figures.map(({ number_field, steps }) => ({ number_field, steps: steps.map(writeStep) })),
      }

const readWhole = (text: string): number => (/^\d{1,10}$/.test(text.trim()) ? Number(text) : Number.NaN)
const readCap = (text: string): number => (text.trim() === '' ? 0 : readWhole(text))
const readStep = ({ at, points }: StepInput) => ({ at: readWhole(at), points: readWhole(points) })

/** The rules to send; a value that is not a whole number is NaN, see `findInputProblems`. */
export const readPersonalInput = ({ is_own, cap, steps, figures_cap, figures }: PersonalInput): PersonalObjectives | null =>
  is_own
    ? {
        cap: readCap(cap),
        steps: steps.map((step) => ({ number_field: step.number_field, ...readStep(step) })),
        figures_cap: readCap(figures_cap),
        figures: figures.map(({ number_field, steps: own }) => ({ number_field, steps: own.map(readStep) })),
      }
    : null

export interface InputProblem {
  /** Inside the rules: `steps.0.at`. */
  readonly path: string
  readonly kind: PersonalProblemKind | 'whole'
  /** The bound of the value; for `whole` the largest. */
  readonly bound: number
}

/** Problems of the typed rules, in the order of the form. */
export function findInputProblems(input: PersonalInput, game_version: GameVersion): readonly InputProblem[] {
  const rules = readPersonalInput(input)
  if (rules === null) return []
  const wrong: InputProblem[] = []
  const check = (path: string, value: number, least: number, bound: number) => {
    if (!(value >= least && value <= bound)) wrong.push({ path, kind: 'whole', bound })
  }
  const checkStep = (path: string, { at, points }: { at: number; points: number }) => {
    check(`${path}.at`, at, 1, largestInt)
    check(`${path}.points`, points, 1, largestPersonalPoints)
  }
  check('cap', rules.cap, 0, largestPersonalPoints)
  for (const [index, step] of rules.steps.entries()) checkStep(`steps.${index}`, step)
  check('figures_cap', rules.figures_cap, 0, largestPersonalPoints)
  for (const [index, { steps }] of rules.figures.entries())
    for (const [place, step] of steps.entries()) checkStep(`figures.${index}.steps.${place}`, step)
  const known = new Set(wrong.map(({ path }) => path))
  const found = findPersonalProblems({ game_version, personal_objectives: rules }).map((one) => ({
    ...one,
    path: one.path.join('.'),
  }))
  return [...wrong, ...found.filter(({ path }) => !known.has(path))]
}

const isText = (value: unknown) => typeof value === 'string'
const isField = (value: unknown) => numberFields.some((field) => field === value)
const areSteps = (steps: unknown) =>
  Array.isArray(steps) && steps.every((one) => isText((one as StepInput | null)?.at) && isText((one as StepInput).points))

/** Whether a stored draft has rules of this form. */
export const isPersonalInput = ({ steps, figures }: PersonalInput): boolean =>
  areSteps(steps) &&
  steps.every(({ number_field }) => isField(number_field)) &&
  figures.every((one: FigureInput | null) => isField(one?.number_field) && areSteps(one?.steps))
