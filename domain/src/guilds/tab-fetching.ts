import type { TabFetching, TabFetchingState, TabProblem } from '@muster/contract/team-stash'

/** A tab as far as fetching it goes. Times in milliseconds on the event clock. */
export interface FetchedTab {
  readonly fetch_enabled: boolean
  readonly fetched_at: number | null
  /** Of a part of a collection, its collection's: it is fetched along with it. */
  readonly due_at: number
  readonly wanted_at: number | null
  /** It was full and shows nothing: that counts once it has shown nothing twice. */
  readonly is_empty_unconfirmed: boolean
  /** `reason: detail` as the gateway says it, or a sentence of ours. */
  readonly last_error: string | null
}

/** What is written down of a tab when nobody could be asked for it. */
export const nobodySeesTab = 'No player of the event whose connection works sees this tab any more'

const problemOfReason: Readonly<Record<string, TabProblem>> = {
  unauthorized: 'connections_ended',
  forbidden: 'rank_too_low',
  missing: 'gone',
  limited: 'limited',
  unavailable: 'unavailable',
  blocked: 'unavailable',
  malformed: 'unreadable',
  refused: 'unreadable',
}

/** What stands behind the text of a failed fetch. */
export function readTabProblem(last_error: string): TabProblem {
  if (last_error === nobodySeesTab) return 'nobody_sees_it'
  return problemOfReason[/^(\w+):/.exec(last_error)?.[1] ?? ''] ?? 'internal'
}

/** A note with its time in milliseconds. */
export type FetchingNote = Omit<TabFetching, 'due_at'> & { readonly due_at: number | null }

type Words = Pick<TabFetching, 'message' | 'advice'>

const problems: Readonly<Record<TabProblem, Words>> = {
  nobody_sees_it: {
    message: 'No member whose connection works can see this tab in the game.',
    advice: 'Give a connected member a rank that can open it, or ask one who can to log in with Path of Exile again.',
  },
  rank_too_low: {
    message: 'The game does not show this tab to the members we can ask with: their rank is too low.',
    advice: 'Raise the rank of a connected member, or ask a member who can open the tab to log in with Path of Exile.',
  },
  gone: {
    message: 'The game says that there is no such tab for the members we can ask with.',
    advice: 'If it is still there, check access again; if it was removed, switch it off.',
  },
  connections_ended: {
    message: 'The connections of the members who can see this tab have ended.',
    advice: 'Ask one of them to log in with Path of Exile again.',
  },
  limited: { message: 'The game asked us to wait.', advice: '' },
  unavailable: { message: 'The game does not answer.', advice: '' },
  unreadable: {
    message: 'The game’s answer could not be used. It is asked for again.',
    advice: 'If this goes on, tell the organisers.',
  },
  internal: {
    message: 'Something went wrong on our side. It is fetched again.',
    advice: 'If this goes on, tell the organisers.',
  },
}

const states: Readonly<Record<Exclude<TabFetchingState, 'refused' | 'paused'>, Words>> = {
  off: { message: 'Switched off: what lies in it does not count.', advice: 'Switch it on to have it fetched.' },
  stopped: {
    message: 'Switched on, but guild tabs are not being fetched for this event.',
    advice: 'Ask the organisers to start fetching guild tabs.',
  },
  never: { message: 'Switched on, and not fetched yet.', advice: '' },
  waiting: { message: 'It suddenly showed nothing. Before that counts, it is looked at once more.', advice: '' },
  now: { message: 'Being fetched now, as fast as the game allows.', advice: '' },
  fetched: { message: 'The last fetch worked.', advice: '' },
}

function findState(tab: FetchedTab, is_fetching: boolean, now: number): { state: TabFetchingState; problem: TabProblem | null } {
  const plain = (state: TabFetchingState) => ({ state, problem: null })
  if (!tab.fetch_enabled) return plain('off')
  if (!is_fetching) return plain('stopped')
  if (tab.wanted_at !== null) return plain('now')
  if (tab.last_error !== null) {
    const problem = readTabProblem(tab.last_error)
    return { state: problem === 'limited' || problem === 'unavailable' ? 'paused' : 'refused', problem }
  }
  if (tab.due_at <= now) return plain('now')
  if (tab.is_empty_unconfirmed) return plain('waiting')
  return plain(tab.fetched_at === null ? 'never' : 'fetched')
}

/**
 * How the fetching of a tab stands, in words for its team.
 * @param is_fetching whether the event's job for guild tabs runs.
 * @param now milliseconds on the event clock.
 */
export function readTabFetching(tab: FetchedTab, is_fetching: boolean, now: number): FetchingNote {
  const { state, problem } = findState(tab, is_fetching, now)
  const words = problem === null ? states[state as keyof typeof states] : problems[problem]
  const isAsked = state !== 'off' && state !== 'stopped'
  const due = tab.wanted_at === null ? tab.due_at : Math.min(tab.due_at, now)
  return { state, problem, due_at: isAsked ? due : null, ...words }
}
