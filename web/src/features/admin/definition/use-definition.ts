import type { DefinitionEditInput } from '@muster/contract/definition'
import type { DefinitionFile } from '@muster/contract/definition-file'
import type { Event } from '@muster/contract/events'
import { planImport } from '@muster/domain/definition-file/plan'
import { useSuspenseQuery } from '@tanstack/react-query'
import { call } from '../../../api/calls/client.ts'
import { callWrite } from '../../../api/calls/writes.ts'
import { eventInput, read, whenAnswered } from '../../../api/calls/queries.ts'

const readFile = (event: Event) => ({
  ...read('getDefinitionFile', { ...eventInput(event.id), query: {} }),
  // Edits are computed from it: the server refuses edits of a stale one.
  staleTime: 0,
})

/** The current definition of an event. */
export const useDefinition = (event: Event): DefinitionFile => useSuspenseQuery(readFile(event)).data

/** The definition in another format or at an earlier version. */
export const fetchDefinition = (event: Event, query: { version?: number; format?: 'yaml' | 'json' }): Promise<DefinitionFile> =>
  call('getDefinitionFile', { ...eventInput(event.id), query })

export interface Application {
  readonly edits: readonly DefinitionEditInput[]
  readonly definition_version: number
  /** Shown in the list of changes. */
  readonly reason: string
  /** Whether to apply them although saved items would no longer give the expected result. */
  readonly breaks_examples?: boolean
}

/**
 * Applies the edits of a file, all or none.
 * @param shares_league false: refused if another event reads the same league at the same time
 * @returns the version that they led to
 */
export async function applyEdits(event: Event, { edits, ...more }: Application, shares_league = true): Promise<number> {
  const sent = edits.map((edit) => (edit.kind === 'save_event' ? { ...edit, shares_league } : edit))
  const { definition_version } = await callWrite('editDefinition', { ...eventInput(event.id), body: { ...more, edits: sent } })
  await whenAnswered('getDefinitionFile', 'getDefinitionChanges')
  return definition_version
}

/**
 * Restores an exported definition, unless it was edited since `applied`.
 * @returns whether it was restored
 */
export async function restoreText(event: Event, text: string, reason: string, applied: number): Promise<boolean> {
  const current = await fetchDefinition(event, {})
  const plan = planImport(current, text)
  if (!plan.ok || current.definition_version !== applied) return false
  if (plan.edits.length > 0)
    await applyEdits(event, { edits: plan.edits, definition_version: applied, reason, breaks_examples: true })
  return true
}
