import type { EventRules } from '@muster/contract/event-rules'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useEventKey } from '../../api/scores/event.ts'
import { type EventKey, eventInput, read } from '../../api/calls/queries.ts'

/** The text of an event's rules; `version` undefined is the newest. */
export const readRules = (event: EventKey, version: number | undefined) =>
  read('getEventRules', { ...eventInput(event), ...(version !== undefined && { query: { version } }) })

export const useRules = (version: number | undefined): EventRules => useSuspenseQuery(readRules(useEventKey(), version)).data
