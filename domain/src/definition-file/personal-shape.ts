import { largestInt } from '@muster/contract/body'
import { numberFields } from '@muster/contract/objectives'
import {
  largestPersonalPoints,
  maxFigureSteps,
  maxPersonalFigures,
  maxPersonalSteps,
  type PersonalObjectives,
} from '@muster/contract/personal-objectives'
import { isCollection, type ParsedNode } from 'yaml'
import { findPersonalProblems } from '../characters/personal-problems.ts'
import type { EventEntry } from './document.ts'
import type { FileReader, Path } from './reader.ts'
import { groupSchema, listOf, oneOf, readGroup, type Shape, wholeNumber } from './shapes.ts'

type Fields<T> = { readonly [Name in keyof T]: Shape<T[Name]> }

/** A group in which every field is required. */
function groupOf<T extends object>(fields: Fields<T>): Shape<T> {
  const names = Object.keys(fields) as (keyof T & string)[]
  return {
    schema: groupSchema(fields as Readonly<Record<string, Shape<unknown>>>, names),
    write: (values) => Object.fromEntries(names.map((name) => [name, fields[name].write(values[name])])),
    read(node, path, reader) {
      const values = readGroup(fields as Readonly<Record<string, unknown>>, names, node, path, reader)?.values as
        | Partial<T>
        | undefined
      return names.every((name) => values?.[name] !== undefined) ? (values as T) : undefined
    },
  }
}

const at = wholeNumber({ least: 1, most: largestInt })
const points = wholeNumber({ least: 1, most: largestPersonalPoints })
const cap = wholeNumber({ least: 0, most: largestPersonalPoints })
const number_field = oneOf(numberFields)
const list = <T>(item: Shape<T>, most: number, what: string) => listOf(item, { most, what }) as unknown as Shape<T[]>

/** The rules of personal objectives; a cap of 0 means none. */
export const personalShape: Shape<PersonalObjectives> = groupOf({
  cap,
  steps: list(groupOf({ number_field, at, points }), maxPersonalSteps, 'steps'),
  figures_cap: cap,
  figures: list(
    groupOf({ number_field, steps: list(groupOf({ at, points }), maxFigureSteps, 'steps') }),
    maxPersonalFigures,
    'figures',
  ),
})

/** Reports wrong rules if the file names its game; otherwise the server reports them when the file is applied. */
export function reportPersonalProblems(
  { game_version, personal_objectives }: EventEntry,
  node: ParsedNode | null | undefined,
  reader: FileReader,
): void {
  if (!game_version || !personal_objectives || reader.is_own) return
  const path: Path = ['event', 'personal_objectives']
  for (const { path: inside, problem } of findPersonalProblems({ game_version, personal_objectives })) {
    const wrong = isCollection(node) ? (node.getIn(inside, true) as ParsedNode | undefined) : undefined
    reader.report(wrong ?? node, [...path, ...inside], problem)
  }
}
