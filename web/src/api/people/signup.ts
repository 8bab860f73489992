import type { SignupQuestions } from '@muster/contract/signup-questions'
import type { Signup } from '@muster/contract/signups'
import type { EventStatus } from '@muster/contract/events'
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useSession } from '../../lib/browser/session.ts'
import { call } from '../calls/client.ts'
import { readStatus } from '../scores/event.ts'
import { Failure } from '../calls/failure.ts'
import { type EventKey, eventInput, queryClient, read } from '../calls/queries.ts'

/** The viewer's own signup; null, not a failure, if not signed up. */
export function readSignup(event: EventKey) {
  const { queryKey } = read('getPersonalSignup', eventInput(event))
  return queryOptions({
    queryKey: [...queryKey, 'own'],
    queryFn: async ({ signal }): Promise<Signup | null> => {
      try {
        return await call('getPersonalSignup', eventInput(event), signal)
      } catch (failure) {
        if (failure instanceof Failure && failure.code === 'signup_not_found') return null
        throw failure
      }
    },
  })
}

/** Only if there is one: a request for a missing signup would leave an error in the browser's log. */
const hasSignup = ({ application_status }: EventStatus) => application_status !== 'none'

/** Undefined while loading; null without a signup. */
export function useSignup(event: EventKey, status: EventStatus): Signup | null | undefined {
  const isWanted = useSession() !== null && hasSignup(status)
  const { data } = useQuery({ ...readSignup(event), enabled: isWanted })
  return isWanted ? data : null
}

/** Suspends until it has loaded; for pages about nothing else. */
export function useLoadedSignup(event: EventKey): Signup | null {
  const isLoggedIn = useSession() !== null
  const status = useSuspenseQuery(readStatus(event)).data
  const nothing = { queryKey: ['getPersonalSignup', 'none'], queryFn: () => null }
  return useSuspenseQuery<Signup | null>(isLoggedIn && hasSignup(status) ? (readSignup(event) as never) : nothing).data
}

/** The organisers' questions in the signup form. */
export const useSignupQuestions = (event: EventKey): SignupQuestions =>
  useSuspenseQuery(read('getSignupQuestions', eventInput(event))).data

/** After a signup was created, changed or withdrawn (null). A request for a withdrawn signup would be refused. */
export const keepSignup = (event: EventKey, signup: Signup | null) =>
  void queryClient.setQueryData(readSignup(event).queryKey, signup)
