import type { DefinitionProblemCode, ProblemSeverity } from '@muster/contract/definition-problems'
import type { TreeItem } from '../tree.ts'

/** A part of a sentence; with an id it is the name of that objective. */
export interface SentencePart {
  readonly text: string
  readonly objective_id: number | null
}

/** An error or likely mistake in a definition. Ids are null if none applies. */
export interface Finding {
  readonly code: DefinitionProblemCode
  readonly severity: ProblemSeverity
  readonly objective_id: number | null
  readonly preset_id: number | null
  readonly sentence: readonly SentencePart[]
}

const isObjective = (value: TreeItem | string | number): value is TreeItem => typeof value === 'object'

/** A sentence in which objectives remain linkable: say`${objective} repeats ${other}.` */
export function say(texts: TemplateStringsArray, ...values: readonly (TreeItem | string | number)[]): SentencePart[] {
  return texts.flatMap((text, position) => {
    const value = values[position]
    const plain = text === '' ? [] : [{ text, objective_id: null }]
    if (value === undefined) return plain
    return [
      ...plain,
      isObjective(value) ? { text: value.name, objective_id: value.id } : { text: String(value), objective_id: null },
    ]
  })
}

/** Shortens a text for a sentence, because pasted values may be lists of hundreds. */
export const shorten = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text)

/** "1 part", "2 parts". */
export const countOf = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`
