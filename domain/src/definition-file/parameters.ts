import {
  type Cell,
  isAscending,
  maxLines,
  maxSteps,
  orderParameters,
  parameterBounds,
  type ParameterKind,
  parameterNames,
  type ParameterValues,
  presetParameters,
  type PresetParameters,
} from '@muster/contract/preset-parameters'
import { lineText } from '../objectives/preset-parameters.ts'
import { textOf } from './reader.ts'
import { groupSchema, listOf, readGroup, type Shape, wholeNumber } from './shapes.ts'

/** A list with at least one value. */
function someOf<T>(item: Shape<T>, options: { most: number; what: string }): Shape<readonly T[]> {
  const list = listOf(item, options)
  return {
    schema: { ...list.schema, minItems: 1 },
    write: list.write,
    read(node, path, reader) {
      const values = list.read(node, path, reader)
      return values?.length === 0 ? reader.report(node, path, 'must not be empty') : values
    },
  }
}

const numbers = someOf(wholeNumber(parameterBounds.steps), { most: maxSteps, what: 'values' })
const lineOfCells: Shape<readonly Cell[]> = {
  schema: { type: 'string', description: 'Column and row of each cell, from 0: "0,0 1,1 2,2".' },
  write: lineText.write,
  read(node, path, reader) {
    const line = lineText.read(textOf(node) ?? '')
    return line ?? reader.report(node, path, 'must be a line of cells, such as "0,0 1,1 2,2"')
  },
}

const shapes: { readonly [K in ParameterKind]: Shape<ParameterValues[K]> } = {
  count: wholeNumber(parameterBounds.count),
  percent: wholeNumber(parameterBounds.percent),
  steps: {
    ...numbers,
    read(node, path, reader) {
      const steps = numbers.read(node, path, reader)
      return !steps || isAscending(steps) ? steps : reader.report(node, path, 'must be in ascending order')
    },
  },
  lines: someOf(lineOfCells, { most: maxLines, what: 'lines' }),
}

const fields: Readonly<Record<string, Shape<unknown>>> = Object.fromEntries(
  parameterNames.map((name) => {
    const { kind, help } = presetParameters[name]
    const shape = shapes[kind] as Shape<unknown>
    return [name, { ...shape, schema: { ...shape.schema, description: help } }]
  }),
)

/** The parameters of a preset, each in the shape of its kind. */
export const parameters: Shape<PresetParameters> = {
  schema: groupSchema(fields, [], { description: 'Parameters that the scoring method takes.' }),
  write: (values) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fields[name]?.write(value)])),
  read(node, path, reader) {
    const group = readGroup(fields, [], node, path, reader)
    return group ? orderParameters(group.values) : undefined
  },
}
