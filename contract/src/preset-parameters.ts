import { z } from 'zod'
import { countFrom } from './body.ts'

/** A cell of a board: column and row, both counted from 0. */
export type Cell = readonly [column: number, row: number]

/** The value of each kind of parameter. `steps` are ascending, and the preset has one value of points for each. */
export interface ParameterValues {
  count: number
  percent: number
  steps: readonly number[]
  lines: readonly (readonly Cell[])[]
}
export type ParameterKind = keyof ParameterValues

/** Bounds of numbers by kind, of steps for each of them, and of lines for column and row. */
export const parameterBounds: Readonly<Record<ParameterKind, { readonly least: number; readonly most: number }>> = {
  count: { least: 1, most: 10_000 },
  percent: { least: 1, most: 100 },
  steps: { least: 1, most: 1_000_000_000_000 },
  lines: { least: 0, most: 19 },
}
/** Longest list of steps or lines, and longest line. */
export const maxSteps = 100
export const maxLines = 100
export const maxCells = 20

export const isAscending = (steps: readonly number[]) => steps.every((step, at) => at === 0 || step > (steps[at - 1] ?? 0))

const numberOf = (kind: ParameterKind) => countFrom(parameterBounds[kind].least, parameterBounds[kind].most)
const schemas = (): Readonly<Record<ParameterKind, z.ZodType>> => ({
  count: numberOf('count'),
  percent: numberOf('percent'),
  steps: z.array(numberOf('steps')).min(1).max(maxSteps).refine(isAscending, 'must be in ascending order'),
  lines: z
    .array(
      z
        .array(z.tuple([numberOf('lines'), numberOf('lines')]))
        .min(1)
        .max(maxCells),
    )
    .min(1)
    .max(maxLines),
})

/**
 * Values of a preset besides its points. Which ones a method takes is part of its row in `domain/src/scoring/methods`. Requests,
 * replies, archives, definition files with their differences, and the form are derived from these rows.
 */
export const presetParameters = {
  required_children: {
    kind: 'count',
    label: 'Children required',
    help: 'The category is finished with this many finished children. Without it: with all of them.',
  },
  required_percent: {
    kind: 'percent',
    label: 'Percent of children required',
    help: 'The same as a share of all children, rounded down, at least one. If both are given, the percentage counts.',
  },
  lines: {
    kind: 'count',
    label: 'Lines required',
    help: 'Teams rank by when they finish this many lines. Without it: the first one.',
  },
  drawn_lines: {
    kind: 'lines',
    label: 'Drawn lines',
    help: 'Lines of cells that count in place of rows, columns and diagonals, with column and row of each cell from 0.',
  },
  thresholds: {
    kind: 'steps',
    label: 'Thresholds',
    help: 'Ascending numbers, one for each value of the points.',
  },
} as const satisfies Readonly<Record<string, { kind: ParameterKind; label: string; help: string }>>

export type ParameterName = keyof typeof presetParameters
export const parameterNames = Object.keys(presetParameters) as readonly ParameterName[]
/** A function, so that built pages can leave the schema out (`schemaMakers` in `web/vite.config.ts`). */
const schemaOf = () =>
  z
    .strictObject(Object.fromEntries(parameterNames.map((name) => [name, schemas()[presetParameters[name].kind].optional()])))
    .meta({ id: 'PresetParameters' }) as unknown as z.ZodType<PresetParameters, PresetParameters>

export type PresetParameters = {
  readonly [N in ParameterName]?: ParameterValues[(typeof presetParameters)[N]['kind']] | undefined
}
export const PresetParameters = schemaOf()

/** The parameters in the order of their table, so that equal ones are written alike. */
export const orderParameters = (parameters: PresetParameters): PresetParameters =>
  Object.fromEntries(parameterNames.flatMap((name) => (parameters[name] === undefined ? [] : [[name, parameters[name]]])))

/** The field of a preset; absent without parameters, for clients that do not know parameters. */
export function parametersField(parameters: PresetParameters | undefined): { readonly parameters?: PresetParameters } {
  const ordered = orderParameters(parameters ?? {})
  return Object.keys(ordered).length > 0 ? { parameters: ordered } : {}
}
