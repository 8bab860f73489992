import type { TabFetching, TabFetchingState, TabProblem } from '@muster/contract/team-stash'

/** The facts about a tab that are needed for fetching it. Times in milliseconds on the event clock. */
export interface FetchedTab {
  readonly fetch_enabled: boolean
  readonly fetched_at: number | null
  /** For part of a collection: the time of the collection, which is fetched as a whole. */
  readonly due_at: number
  readonly wanted_at: number | null
  /** The tab was full and is now empty: this counts once it has been empty twice. */
  readonly is_empty_unconfirmed: boolean
  /** `reason: detail` from the gateway, or a sentence of Muster. */
  readonly last_error: string | null
}

/** Stored for a tab if there was no member through whom to request it. */
export const nobodySeesTab = 'No player of the event with a working connection can still see this tab'

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

/** The problem behind the text of a failed fetch. */
export function readTabProblem(last_error: string): TabProblem {
  if (last_error === nobodySeesTab) return 'nobody_sees_it'
  return problemOfReason[/^(\w+):/.exec(last_error)?.[1] ?? ''] ?? 'internal'
}

/** A note with its time in milliseconds. */
export type FetchingNote = Omit<TabFetching, 'due_at'> & { readonly due_at: number | null }

type Words = Pick<TabFetching, 'message' | 'advice'>

const problems: Readonly<Record<TabProblem, Words>> = {
  nobody_sees_it: {
    message: 'No member with a working connection can see this tab in the game.',
    advice: 'Give a connected member a rank that can open it, or ask a member who can to log in with Path of Exile again.',
  },
  rank_too_low: {
    message: 'The game does not show this tab to the connected members: their rank is too low.',
    advice: 'Raise the rank of a connected member, or ask a member who can open the tab to log in with Path of Exile.',
  },
  gone: {
    message: 'The game says that this tab does not exist for the connected members.',
    advice: 'If the tab still exists, check access again; if it was removed, switch it off.',
  },
  connections_ended: {
    message: 'The connections of all members who can see this tab have expired.',
    advice: 'Ask one of them to log in with Path of Exile again.',
  },
  limited: { message: 'The game asked Muster to wait.', advice: '' },
  unavailable: { message: 'The game does not respond.', advice: '' },
  unreadable: {
    message: 'The game’s response could not be read. Muster tries again.',
    advice: 'If this continues, tell the organisers.',
  },
  internal: {
    message: 'Something went wrong in Muster. The tab is fetched again.',
    advice: 'If this continues, tell the organisers.',
  },
}

const states: Readonly<Record<Exclude<TabFetchingState, 'refused' | 'paused'>, Words>> = {
  off: { message: 'Switched off: its items do not count.', advice: 'Switch it on to fetch it.' },
  stopped: {
    message: 'Switched on, but guild tabs are not being fetched for this event.',
    advice: 'Ask the organisers to start fetching guild tabs.',
  },
  never: { message: 'Switched on, not fetched yet.', advice: '' },
  waiting: { message: 'It is suddenly empty. Muster checks it once more first.', advice: '' },
  now: { message: 'Being fetched, as fast as the game allows.', advice: '' },
  fetched: { message: 'The last fetch worked.', advice: '' },
}

/** Whether the game will answer again without anyone's action. */
export const isTemporary: Readonly<Record<TabProblem, boolean>> = {
  nobody_sees_it: false,
  rank_too_low: false,
  gone: false,
  connections_ended: false,
  limited: true,
  unavailable: true,
  unreadable: false,
  internal: false,
}

function findState(tab: FetchedTab, is_fetching: boolean, now: number): { state: TabFetchingState; problem: TabProblem | null } {
  const plain = (state: TabFetchingState) => ({ state, problem: null })
  if (!tab.fetch_enabled) return plain('off')
  if (!is_fetching) return plain('stopped')
  if (tab.wanted_at !== null) return plain('now')
  if (tab.last_error !== null) {
    const problem = readTabProblem(tab.last_error)
    return { state: isTemporary[problem] ? 'paused' : 'refused', problem }
  }
  if (tab.due_at <= now) return plain('now')
  if (tab.is_empty_unconfirmed) return plain('waiting')
  return plain(tab.fetched_at === null ? 'never' : 'fetched')
}

/**
 * The state of fetching a tab, in words for its team.
 * @param is_fetching whether the event's job for guild tabs runs
 * @param now milliseconds on the event clock
 */
export function readTabFetching(tab: FetchedTab, is_fetching: boolean, now: number): FetchingNote {
  const { state, problem } = findState(tab, is_fetching, now)
  const words = problem === null ? states[state as keyof typeof states] : problems[problem]
  const isAsked = state !== 'off' && state !== 'stopped'
  const due = tab.wanted_at === null ? tab.due_at : Math.min(tab.due_at, now)
  return { state, problem, due_at: isAsked ? due : null, ...words }
}
