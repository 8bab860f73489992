import type { DefinitionEditInput, WhatIf } from '@muster/contract/definition'
import type { EventId } from '@muster/contract/ids'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../../api/calls/client.ts'
import { Failure } from '../../../api/calls/failure.ts'
import { useSettled } from '../../../lib/use-settled.ts'

/** Delay after the last change before the server computes; typing a name sends nothing. */
const stillFor_ms = 500
const askAgain_ms = 1500

/** Fetches the effect; the signal cancels the server's work. */
export type AskWhatIf = (signal: AbortSignal) => Promise<WhatIf>

export interface WhatIfState {
  readonly result: WhatIf | null
  /** The result is outdated, or there is none yet. */
  readonly is_computing: boolean
  /** Another person's preview is computed first. */
  readonly is_waiting: boolean
  readonly failure: Failure | null
  readonly retry: () => void
}

const isBusy = (failure: unknown) => failure instanceof Failure && failure.code === 'preview_busy'

/**
 * The effect of edits, computed by the server shortly after the last change. A newer state cancels the computation of an older
 * one; while another person's is running, this one waits its turn.
 */
export function useWhatIf(eventId: number, edits: readonly DefinitionEditInput[], ask?: AskWhatIf): WhatIfState {
  const wanted = JSON.stringify(edits)
  const settled = useSettled(wanted, { pause_ms: stillFor_ms })
  const isAsked = edits.length > 0
  const query = useQuery({
    queryKey: ['what-if', eventId, settled],
    queryFn: ({ signal }) =>
      ask
        ? ask(signal)
        : call(
            'previewDefinition',
            { event_id: eventId as EventId, body: { edits: JSON.parse(settled) as DefinitionEditInput[] } },
            signal,
          ),
    enabled: isAsked && settled !== '[]',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    gcTime: 60_000,
    refetchOnWindowFocus: false,
    retry: (_count, failure) => isBusy(failure),
    retryDelay: askAgain_ms,
  })
  const failure = query.error === null ? null : toFailure(query.error)
  const isBehind = wanted !== settled
  return {
    result: isAsked && failure === null ? (query.data ?? null) : null,
    is_computing: isAsked && (isBehind || query.isFetching),
    is_waiting: isAsked && query.isFetching && isBusy(query.failureReason),
    failure: isAsked && !isBehind && !query.isFetching ? failure : null,
    retry: () => void query.refetch(),
  }
}

const toFailure = (error: Error) => (error instanceof Failure ? error : new Failure(0, 'unknown', error.message))
