import type { DefinitionEditInput } from '@muster/contract/definition'
import type { DefinitionFile } from '@muster/contract/definition-file'
import type { Event, GameVersion } from '@muster/contract/events'
import { planImport } from '@muster/domain/definition-file/plan'
import { useSuspenseQuery } from '@tanstack/react-query'
import { call } from '../../../api/calls/client.ts'
import { callWrite } from '../../../api/calls/writes.ts'
import { eventInput, read, whenAnswered } from '../../../api/calls/queries.ts'

const readFile = (event: Event) => ({
  ...read('getDefinitionFile', { ...eventInput(event.id), query: {} }),
  // Edits are made from it: an old one would only be refused.
  staleTime: 0,
})

/** The definition of an event as it is. */
export const useDefinition = (event: Event): DefinitionFile => useSuspenseQuery(readFile(event)).data

/** The same, in the other spelling or after an earlier change. */
export const fetchDefinition = (event: Event, query: { version?: number; format?: 'yaml' | 'json' }): Promise<DefinitionFile> =>
  call('getDefinitionFile', { ...eventInput(event.id), query })

export interface Application {
  readonly edits: readonly DefinitionEditInput[]
  readonly definition_version: number
  /** For the list of changes. */
  readonly reason: string
}

/** Makes the edits of a file, all or none. @returns the number of the definition that they led to. */
export async function applyEdits(event: Event, { edits, ...more }: Application): Promise<number> {
  const { definition_version } = await callWrite('editDefinition', {
    ...eventInput(event.id),
    body: { ...more, edits: [...edits] },
  })
  await whenAnswered('getDefinitionFile', 'getDefinitionChanges')
  return definition_version
}

/**
 * Makes the event what an exported text says, unless somebody has edited it since `applied`.
 * @returns whether it was done.
 */
export async function restoreText(event: Event, text: string, reason: string, applied: number): Promise<boolean> {
  const current = await fetchDefinition(event, {})
  const plan = planImport(current, text)
  if (!plan.ok || current.definition_version !== applied) return false
  if (plan.edits.length > 0) await applyEdits(event, { edits: plan.edits, definition_version: applied, reason })
  return true
}

/** Example definitions that come with Muster, by the game that they are for. */
export const examples = { poe1: ['weekend', 'league'], poe2: ['poe2'] } as const satisfies Record<GameVersion, readonly string[]>

export async function fetchExample(name: (typeof examples)[GameVersion][number]): Promise<string> {
  const answer = await fetch(`/definitions/${name}.yaml`)
  if (!answer.ok) throw new Error(`the example ${name} is not there`)
  return answer.text()
}
