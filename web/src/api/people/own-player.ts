import { useQuery } from '@tanstack/react-query'
import { readLadderState } from '@muster/domain/characters/ladder-state'
import type { PlayerState } from '@muster/domain/characters/player-state'
import { useEvent, useEventKey } from '../scores/event.ts'
import { eventInput, read } from '../calls/queries.ts'
import { useSession } from '../../lib/browser/session.ts'

/** The viewer's own character in the event; null while unknown. The page does not wait for it. */
export function useOwnPlayer(): PlayerState | null {
  const user_id = useSession()?.user_id ?? null
  const event = useEvent()
  const ladder = useQuery({ ...read('getLadder', eventInput(useEventKey())), enabled: user_id !== null }).data
  const characters = useQuery({ ...read('getUserCharacters', { user_id: user_id ?? 0 }), enabled: user_id !== null }).data
  const own = characters
    ?.filter(({ event_id }) => event_id === event?.id)
    .toSorted((a, b) => b.level - a.level)
    .at(0)
  return own
    ? readLadderState(
        own,
        ladder?.find(({ character }) => character?.id === own.id),
      )
    : null
}
