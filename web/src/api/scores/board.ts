import { sequenceHeader } from '@muster/contract/scores'
import { nothingReceived, readState, type ReceivedScores } from '@muster/contract/received-scores'
import { queryOptions } from '@tanstack/react-query'
import { callWithHeaders } from '../calls/client.ts'
import { Failure } from '../calls/failure.ts'
import { type EventKey, eventInput, queryClient, read } from '../calls/queries.ts'

/** All scores the viewer may see, and when they were last confirmed (milliseconds, the browser's time). */
export interface Board extends ReceivedScores {
  readonly known_at: number
}

async function loadBoard(event: EventKey, signal?: AbortSignal): Promise<Board> {
  try {
    const { headers, reply } = await callWithHeaders('getLatestScoresForEvent', eventInput(event), signal)
    const sequence = headers.get(sequenceHeader)
    return {
      scores: readState(reply),
      sequence: sequence === null ? nothingReceived.sequence : Number(sequence),
      known_at: Date.now(),
    }
  } catch (failure) {
    // Nothing was scored yet: an empty board, not a failure.
    if (failure instanceof Failure && failure.status === 404 && failure.code !== 'event_not_found') {
      return { ...nothingReceived, known_at: Date.now() }
    }
    throw failure
  }
}

/** The latest scores of an event, kept current by the score feed. */
export function readBoard(event: EventKey) {
  const queryKey = read('getLatestScoresForEvent', eventInput(event)).queryKey
  return queryOptions({
    queryKey: [...queryKey, 'board'],
    queryFn: async ({ signal, queryKey: key }): Promise<Board> => {
      const loaded = await loadBoard(event, signal)
      // The feed may have advanced during this request: the higher number is the later state.
      const held = queryClient.getQueryData<Board>(key)
      return held !== undefined && held.sequence > loaded.sequence ? held : loaded
    },
    // Only the feed and its fallback renew it.
    staleTime: Number.POSITIVE_INFINITY,
  })
}
