import {
  type Cell,
  isAscending,
  maxCells,
  maxLines,
  maxSteps,
  parameterBounds,
  type ParameterKind,
  type ParameterName,
  parameterNames,
  type ParameterValues,
  type PresetParameters,
  presetParameters,
} from '@muster/contract/preset-parameters'
import { methods } from '../scoring/methods/index.ts'
import type { PresetDefinition } from './definition.ts'
import type { FieldProblem } from './validate.ts'

/** Parameters that a preset must have, that its method does not take, or that do not fit its points. */
export function* listPresetProblems(
  preset: Pick<PresetDefinition, 'scoring_method' | 'points' | 'parameters'>,
): Generator<FieldProblem> {
  const { takes } = methods[preset.scoring_method]
  for (const name of parameterNames) {
    const field = `parameters.${name}`
    const value = preset.parameters?.[name]
    if (value === undefined) {
      if (takes[name] === 'required') yield { field, problem: `is required for ${preset.scoring_method}` }
    } else if (takes[name] === undefined) {
      yield { field, problem: `is not a parameter of ${preset.scoring_method}` }
    } else if (presetParameters[name].kind === 'steps' && (value as readonly number[]).length !== preset.points.length) {
      const [steps, points] = [(value as readonly number[]).length, preset.points.length]
      yield { field, problem: `must have as many values as points: it has ${steps}, and points has ${points}` }
    }
  }
}

/** How values of a kind are written and read as a text, in forms, definition files and lists of changes. */
interface ParameterText<T> {
  readonly write: (value: T) => string
  /** null: the text has no such value. */
  readonly read: (text: string) => T | null
}

function readNumber(kind: ParameterKind, text: string): number | null {
  const { least, most } = parameterBounds[kind]
  const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  return number >= least && number <= most ? number : null
}
const numberText = (kind: ParameterKind): ParameterText<number> => ({
  write: String,
  read: (text) => readNumber(kind, text.trim()),
})

/** Every part read, or null if one has no value, or if there are none or too many. */
function readAll<T>(parts: readonly string[], most: number, read: (text: string) => T | null): T[] | null {
  const values = parts.map(read).filter((value) => value !== null)
  return values.length === parts.length && parts.length > 0 && parts.length <= most ? values : null
}
const wordsOf = (text: string, separator: RegExp) => text.split(separator).filter((word) => word.trim() !== '')

function readCell(text: string): Cell | null {
  const [column = '', row = '', ...rest] = text.split(',')
  const cell = [readNumber('lines', column), readNumber('lines', row)] as const
  return cell[0] === null || cell[1] === null || rest.length > 0 ? null : [cell[0], cell[1]]
}

/** One line of a board: `0,0 1,1 2,2`. */
export const lineText: ParameterText<readonly Cell[]> = {
  write: (line) => line.map((cell) => cell.join(',')).join(' '),
  read: (text) => readAll(wordsOf(text, /\s+/), maxCells, readCell),
}

const parameterTexts: { readonly [K in ParameterKind]: ParameterText<ParameterValues[K]> } = {
  count: numberText('count'),
  percent: numberText('percent'),
  steps: {
    write: (steps) => steps.join(', '),
    read(text) {
      const steps = readAll(wordsOf(text, /[\s,;]+/), maxSteps, (word) => readNumber('steps', word))
      return steps && isAscending(steps) ? steps : null
    },
  },
  lines: {
    write: (lines) => lines.map(lineText.write).join('\n'),
    read: (text) => readAll(wordsOf(text, /[\n;]/), maxLines, lineText.read),
  },
}

const textOf = (name: ParameterName) => parameterTexts[presetParameters[name].kind] as ParameterText<unknown>

/** A parameter as a text; empty without a value. */
export function writeParameter(name: ParameterName, parameters: PresetParameters | undefined): string {
  const value = parameters?.[name]
  return value === undefined ? '' : textOf(name).write(value)
}

/** The value in a text; null if it has no value of this parameter. */
export const readParameter = (name: ParameterName, text: string) =>
  textOf(name).read(text) as PresetParameters[typeof name] | null
