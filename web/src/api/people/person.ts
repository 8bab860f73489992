import { t } from '../../lib/text/messages.ts'
import { listenSession, readSession, readStoredToken, storeToken } from '../../lib/browser/session.ts'
import { showToast } from '../../ui/overlays/show-toast.ts'
import { listenRefusals } from '../calls/client.ts'
import { queryClient, read } from '../calls/queries.ts'

/** Answers that depend on who asks. */
const personal = [
  'getUser',
  'getEventStatus',
  'getPersonalSignup',
  'getLatestScoresForEvent',
  'getScoreChanges',
  'getScoreHistory',
  'getTeamPlan',
  'getPlanReaders',
]

/** After a login or logout: personal answers go at once, the others are renewed while they are shown. */
export function forgetPerson(): void {
  // What only a person has an answer to is not asked for again before there is one.
  for (const name of ['getUser', 'getPersonalSignup']) queryClient.removeQueries({ queryKey: [name] })
  for (const name of personal) void queryClient.resetQueries({ queryKey: [name] })
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => !personal.includes(String(queryKey[0])) })
}

/** Drops a token that is of no use any more, and tells the person: nothing waits for an answer that cannot come. */
function endSession(): void {
  storeToken(null)
  forgetPerson()
  showToast(t('session.ended'), { text: t('session.endedText'), kind: 'bad' })
}

/**
 * Asks again for everything that is shown, because the viewer may see something else now: other roles, another team, an event
 * that was hidden. The board and its changes are the feed's to renew.
 */
export function renewWhatIsShown(): void {
  const ofFeed = ['getLatestScoresForEvent', 'getScoreChanges']
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => !ofFeed.includes(String(queryKey[0])) })
}

/** Asks again who the viewer is: what follows from another answer follows by itself. */
export function renewPerson(): void {
  if (readSession() === null) return
  for (const name of ['getUser', 'getEventStatus']) void queryClient.invalidateQueries({ queryKey: [name] })
}

const selfKey = read('getUser', {}).queryKey

/** Notices when the viewer's own answer says other roles than before. */
function watchRoles(): () => void {
  const rolesOf = () => {
    const self = queryClient.getQueryData(selfKey)
    return self && { id: self.id, roles: self.permissions?.toSorted().join() }
  }
  let known = rolesOf()
  return queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryKey[0] !== 'getUser') return
    const next = rolesOf()
    const isOther = known !== undefined && next !== undefined && known.id === next.id && known.roles !== next.roles
    if (next) known = next
    if (isOther) void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'getUser' })
  })
}

/** Browsers take a longer one for none at all. */
const longestTimer_ms = 2 ** 31 - 1

/** Ends the login of this page when its time is over, or when what is stored is no login at all. */
function watchExpiry(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  function look(): void {
    clearTimeout(timer)
    const session = readSession()
    if (session) timer = setTimeout(look, Math.min(longestTimer_ms, session.expires_at - Date.now()))
    else if (readStoredToken() !== null) endSession()
  }
  const unlisten = listenSession(look)
  look()
  return () => {
    clearTimeout(timer)
    unlisten()
  }
}

/**
 * Follows who is logged in and what they may do: a refused or expired token is cleared and said, and a refusal for want of rights
 * lets the page ask who it is. Answers to a login that has ended meanwhile say nothing about the next one.
 */
export function followPerson(): () => void {
  const ends = [
    watchExpiry(),
    watchRoles(),
    listenRefusals(({ status }, token) => {
      if (token === undefined || token !== readSession()?.token) return
      if (status === 401) endSession()
      else if (status === 403) renewPerson()
    }),
  ]
  return () => {
    for (const end of ends) end()
  }
}
