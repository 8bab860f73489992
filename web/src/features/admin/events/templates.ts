import type { ExampleName } from '@muster/contract/example-names'
import { type Event, eventFields } from '@muster/contract/events'
import { type DefinitionDocument, isOffset } from '@muster/domain/definition-file/document'
import { type DefinitionOutline, outlineDefinition } from '@muster/domain/definition-file/outline'
import { readCurrent } from '@muster/domain/definition-file/plan'
import { readDefinition } from '@muster/domain/definition-file/read'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { eventInput, read } from '../../../api/calls/queries.ts'
import { useExamples } from '../kit/use-examples.ts'
import { toPersonalInput } from './personal-input.ts'
import { type EventValues, proposeValues, readValues } from './event-values.ts'

/** A template of a new event: an example that comes with Muster, or an earlier event. */
export type TemplateSource = { readonly example: ExampleName } | { readonly event: Event }

export interface Template {
  readonly outline: DefinitionOutline
  /** The settings of the new event before its dates are moved. */
  readonly values: EventValues
  /** Ids of the objectives of an earlier event, by key; an example has none. */
  readonly objective_ids: Readonly<Record<string, number>>
}

/** The settings of an example; its dates count from some start, because every use moves them to another one. */
function readExampleValues({ event }: DefinitionDocument): EventValues {
  const proposed = proposeValues(0)
  const start = Date.parse(proposed.event_start_time)
  const given = eventFields.flatMap((field): [string, unknown][] => {
    const { name } = field
    if (event?.[name] === undefined || name === 'event_start_time') return []
    if (field.kind === 'personal') return [[name, toPersonalInput(event[field.name] ?? null)]]
    const value = event[field.name]
    return [[name, isOffset(name) ? new Date(start + Number(value)).toISOString() : String(value ?? '')]]
  })
  return { ...proposed, ...(Object.fromEntries(given) as Partial<EventValues>) }
}

/** The template with its drawing, both from the same definition. */
export function useTemplate(source: TemplateSource) {
  const isEvent = 'event' in source
  const examples = useExamples()
  const file = useQuery({
    ...read('getDefinitionFile', { ...eventInput(isEvent ? source.event.id : 0), query: {} }),
    staleTime: 0,
    enabled: isEvent,
  })
  const template = useMemo((): Template | null => {
    if ('event' in source) {
      if (!file.data) return null
      const { objective_ids } = file.data
      return { outline: outlineDefinition(readCurrent(file.data)), values: readValues(source.event), objective_ids }
    }
    const example = examples.data?.find(({ name }) => name === source.example)
    const definition = example && readDefinition(example.text)
    if (!definition?.ok) return null
    const { document } = definition
    return { outline: outlineDefinition(document), values: readExampleValues(document), objective_ids: {} }
  }, [source, file.data, examples.data])
  const query = isEvent ? file : examples
  return { template, failure: query.error, retry: () => void query.refetch() }
}
