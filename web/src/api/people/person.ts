import { type EndpointName, endpoints } from '@muster/contract/endpoints'
import { t } from '../../lib/text/messages.ts'
import {
  holdSession,
  isSessionHeld,
  listenSession,
  readCallToken,
  readSession,
  readShownSession,
  readStoredToken,
  type Session,
  storeToken,
} from '../../lib/browser/session.ts'
import { viewAs } from '../../lib/browser/view-as.ts'
import { showToast } from '../../ui/overlays/show-toast.ts'
import { listenRefusals } from '../calls/client.ts'
import { queryClient, read } from '../calls/queries.ts'
import { countDrafts, removeAllDrafts } from '../drafts/draft-keys.ts'
import { areAllKept, hasUnsavedForms } from '../drafts/open-forms.ts'

/** Answers that depend on the viewer. */
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

/** After a login or logout: personal answers are dropped at once, the others are refetched while they are shown. */
export function forgetPerson(): void {
  // Without a user, answers for users only are not requested again: the pages that show them are about to go.
  const isForUsers = (call: unknown) => {
    const access = endpoints[call as EndpointName]?.access
    return access !== undefined && access !== 'public'
  }
  if (readCallToken() === undefined) queryClient.removeQueries({ predicate: ({ queryKey }) => isForUsers(queryKey[0]) })
  for (const name of ['getUser', 'getPersonalSignup']) queryClient.removeQueries({ queryKey: [name] })
  for (const name of personal) void queryClient.resetQueries({ queryKey: [name] })
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => !personal.includes(String(queryKey[0])) })
}

/** The login that the page shows. */
let shown: Session | null = null
let isOwnChange = false

/** Removes the token, and does not take that for a logout in another tab. */
function dropToken(): void {
  isOwnChange = true
  storeToken(null)
  isOwnChange = false
}

/** Removes the token and all cached answers for this user. Public data is read again as a visitor. */
export function dropLogin(): void {
  holdSession(null)
  dropToken()
  forgetPerson()
}

/** Removes the viewer's drafts too: the next user of the browser finds none. */
export function logOut(): void {
  const session = readShownSession()
  if (session) removeAllDrafts(session.user_id)
  dropLogin()
}

/**
 * Drops an invalid token with a message. A page with input in a form stays as it is, and asks for a login (`LoginEnded`); any
 * other one continues for a visitor.
 */
function endSession(): void {
  if (hasUnsavedForms() && !isLoggedOut()) holdSession(shown)
  dropToken()
  if (isSessionHeld()) return
  forgetPerson()
  showToast(t('session.ended'), { text: t('session.endedText'), kind: 'bad' })
}

/** A logout in another tab has removed the viewer's drafts, so their input must not stay on this page either. */
const isLoggedOut = () => shown !== null && readStoredToken() === null && areAllKept() && countDrafts(shown.user_id) === 0

/** The viewer goes on without the login that has ended; drafts stay in the browser. */
export function continueAsVisitor(): void {
  holdSession(null)
  forgetPerson()
}

/**
 * Refetches everything shown, because the viewer's rights may have changed: other roles, another team, an event that was hidden.
 * The feed renews the board and its changes.
 */
export function renewWhatIsShown(): void {
  const ofFeed = ['getLatestScoresForEvent', 'getScoreChanges']
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => !ofFeed.includes(String(queryKey[0])) })
}

/** Refetches the viewer; dependent data follows automatically. */
export function renewPerson(): void {
  if (readSession() === null) return
  for (const name of ['getUser', 'getEventStatus']) void queryClient.invalidateQueries({ queryKey: [name] })
}

const selfKey = read('getUser', {}).queryKey

/** Detects that the viewer's roles have changed. */
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

/** Browsers treat a longer timeout as zero. */
const longestTimer_ms = 2 ** 31 - 1

/**
 * Ends the login of this page when it expires, when the stored text is not a valid login, and when another tab has removed it. A
 * login in another tab releases a page that was held.
 */
function watchSession(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  function look(): void {
    clearTimeout(timer)
    const session = readSession()
    if (session) timer = setTimeout(look, Math.min(longestTimer_ms, session.expires_at - Date.now()))
    else if (readStoredToken() !== null || (shown !== null && !isOwnChange && !isSessionHeld())) endSession()
    if (session && isSessionHeld()) {
      holdSession(null)
      if (session.user_id === shown?.user_id) void queryClient.invalidateQueries()
      else forgetPerson()
    }
    if (session || !isSessionHeld()) shown = session
  }
  const unlisten = listenSession(look)
  look()
  return () => {
    clearTimeout(timer)
    unlisten()
    holdSession(null)
  }
}

/**
 * Follows the login and its rights: a refused or expired token is cleared with a message, and after a refusal for missing rights
 * the page refetches the viewer. Answers to an ended login do not affect the next one.
 */
export function followPerson(): () => void {
  // The stored login belongs to the organiser, and is not that of the viewer.
  if (viewAs !== null) return () => undefined
  const ends = [
    watchSession(),
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
