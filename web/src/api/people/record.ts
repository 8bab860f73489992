import type { PlayerRecord } from '@muster/contract/records'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../calls/client.ts'
import { Failure } from '../calls/failure.ts'
import { read } from '../calls/queries.ts'

/** A player's record; null if there is no such player, or none visible to the viewer. */
export const readRecord = (user_id: number) =>
  queryOptions({
    queryKey: [...read('getPlayerRecord', { user_id }).queryKey, 'shown'],
    queryFn: async ({ signal }): Promise<PlayerRecord | null> => {
      try {
        return await call('getPlayerRecord', { user_id }, signal)
      } catch (failure) {
        if (failure instanceof Failure && failure.code === 'user_not_found') return null
        throw failure
      }
    },
  })
