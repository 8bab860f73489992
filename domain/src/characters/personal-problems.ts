import type { GameVersion } from '@muster/contract/events'
import { type NumberField, numberFields } from '@muster/contract/objectives'
import type { PersonalObjectives } from '@muster/contract/personal-objectives'
import { numberRows } from './number-rows.ts'
import { isInGame, isOfCharacters, readMostNumber } from './numbers.ts'
import { isPersonal, type PlayerRules } from './personal-points.ts'

export type PersonalProblemKind = 'empty' | 'not_read' | 'not_in_game' | 'twice' | 'order' | 'beyond' | 'points_order'

/** A problem of the rules, with the path of the wrong value inside them. */
export interface PersonalProblem {
  readonly path: readonly (string | number)[]
  readonly kind: PersonalProblemKind
  /** The value that the wrong one has to exceed, or may not exceed; 0 without such a bound. */
  readonly bound: number
  readonly problem: string
}

const sentences: Readonly<Record<PersonalProblemKind, (bound: number) => string>> = {
  empty: () => 'needs a step or a figure',
  not_read: () => 'must be a number that characters show, and not PLAYER_SCORE itself',
  not_in_game: () => 'is a number that this game does not have',
  twice: () => 'has a figure already',
  order: (bound) => `must be higher than ${bound}, the step before it`,
  beyond: (bound) => `must not be higher than ${bound}, the most that a player can reach`,
  points_order: (bound) => `must be higher than ${bound}, the points of the step before it`,
}

/** Whether steps and figures may count a number. */
const isCounted = (number_field: NumberField): boolean =>
  isOfCharacters(number_field) && !isPersonal(number_field) && numberRows[number_field].counts_pieces === null

/** The numbers that steps and figures of a game may count. */
export const listCountedFields = (game_version: GameVersion): readonly NumberField[] =>
  numberFields.filter((number_field) => isCounted(number_field) && isInGame(number_field, game_version))

type Found = Pick<PersonalProblem, 'path' | 'kind'> & { readonly bound?: number }

/** Wrong values in the rules of personal objectives: numbers that no character shows, thresholds out of order or out of reach. */
export const findPersonalProblems = ({ game_version, personal_objectives }: PlayerRules): PersonalProblem[] =>
  personal_objectives === null
    ? []
    : [...listProblems(personal_objectives, game_version)].map(({ path, kind, bound = 0 }) => ({
        path,
        kind,
        bound,
        problem: sentences[kind](bound),
      }))

function* listProblems({ steps, figures }: PersonalObjectives, game_version: GameVersion): Generator<Found> {
  if (steps.length + figures.length === 0) yield { path: ['steps'], kind: 'empty' }
  const highest = new Map<NumberField, number>()
  for (const [index, { number_field, at }] of steps.entries()) {
    yield* judge(
      ['steps', index],
      number_field,
      [{ at, before: highest.get(number_field), path: ['steps', index] }],
      game_version,
    )
    highest.set(number_field, at)
  }
  const seen = new Set<NumberField>()
  for (const [index, { number_field, steps: own }] of figures.entries()) {
    const path = ['figures', index]
    if (seen.has(number_field)) yield { path: [...path, 'number_field'], kind: 'twice' }
    seen.add(number_field)
    const thresholds = own.map(({ at }, place) => ({ at, before: own[place - 1]?.at, path: [...path, 'steps', place] }))
    yield* judge(path, number_field, thresholds, game_version)
    for (const [place, { points }] of own.entries()) {
      const bound = own[place - 1]?.points
      if (bound !== undefined && points <= bound) yield { path: [...path, 'steps', place, 'points'], kind: 'points_order', bound }
    }
  }
}

interface Threshold extends Pick<Found, 'path'> {
  readonly at: number
  readonly before: number | undefined
}

/** The number, and then the thresholds on it. */
function* judge(
  path: Found['path'],
  number_field: NumberField,
  thresholds: readonly Threshold[],
  game_version: GameVersion,
): Generator<Found> {
  if (!isCounted(number_field)) return yield { path: [...path, 'number_field'], kind: 'not_read' }
  if (!isInGame(number_field, game_version)) return yield { path: [...path, 'number_field'], kind: 'not_in_game' }
  const most = readMostNumber(number_field, { game_version, personal_objectives: null })
  for (const { at, before, path: place } of thresholds) {
    if (before !== undefined && at <= before) yield { path: [...place, 'at'], kind: 'order', bound: before }
    else if (most !== null && at > most) yield { path: [...place, 'at'], kind: 'beyond', bound: most }
  }
}
