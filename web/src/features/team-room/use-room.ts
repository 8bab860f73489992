import type { TeamRoom } from '@muster/contract/team-room'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useEventKey } from '../../api/scores/event.ts'
import { eventInput, read } from '../../api/calls/queries.ts'

/** Twice a minute, while the page is visible. */
const refreshEvery_ms = 30_000

/** The members of the viewer's team. */
export const useRoom = (): TeamRoom =>
  useSuspenseQuery({ ...read('getTeamRoom', eventInput(useEventKey())), refetchInterval: refreshEvery_ms }).data

/** The same for parts beside a heading, which never suspend. */
export const useKnownRoom = (): TeamRoom | undefined => useQuery(read('getTeamRoom', eventInput(useEventKey()))).data
