import type { User } from '@muster/contract/users'
import { clockQuery, readServerTime, useReadsGame } from '../../api/live/clock.ts'
import { useSelf } from '../../api/scores/event.ts'
import { queryClient } from '../../api/calls/queries.ts'
import { useSession } from '../../lib/browser/session.ts'

/**
 * `visitor`: not logged in. `loading`: the token is known, the user not yet. `lapsed`: logged in, but the game account is not
 * connected (any more), so characters cannot be tracked and a login is offered. `failed`: the user did not load.
 */
export type Account =
  | { readonly kind: 'visitor' | 'loading' | 'failed' }
  | { readonly kind: 'member' | 'lapsed'; readonly user: User; readonly lacks_game_account: boolean }

function readNow(): number {
  const anchor = queryClient.getQueryData(clockQuery.queryKey)
  return anchor ? readServerTime(anchor, performance.now()) : Date.now()
}

/** @param readsGame false: the server has no client of the game, so a game account cannot be missing */
export function judgeAccount(user: User, now: number, readsGame: boolean): Account {
  const { account_name, token_expiry_timestamp } = user
  const isConnected = token_expiry_timestamp !== null && Date.parse(token_expiry_timestamp) > now
  return {
    kind: isConnected || !readsGame ? 'member' : 'lapsed',
    user,
    lacks_game_account: readsGame && (account_name === null || !isConnected),
  }
}

export function useAccount(): Account {
  const session = useSession()
  const self = useSelf()
  const readsGame = useReadsGame() ?? false
  if (session === null) return { kind: 'visitor' }
  if (self.data) return judgeAccount(self.data, readNow(), readsGame)
  return { kind: self.isError ? 'failed' : 'loading' }
}
