import type { ScoreChange, ScoreDiff } from '@muster/contract/scores'
import { applyDiffs, nothingReceived } from '@muster/contract/received-scores'
import { useEffect } from 'react'
import { useSession } from '../../lib/browser/session.ts'
import { createStore, useStored } from '../../lib/store.ts'
import { type Board, readBoard } from '../scores/board.ts'
import { clockQuery, readServerTime } from './clock.ts'
import { type Connection, type LiveFeed, openLiveFeed, type SocketLike } from './live-feed.ts'
import { renewPerson, renewWhatIsShown } from '../people/person.ts'
import { type EventKey, eventInput, queryClient, read } from '../calls/queries.ts'

/** Number of point changes that a page requests and keeps. */
export const feedLength = 200
/** Polling interval of the scores while the feed is down. */
const pollEvery_ms = 30_000

export const readChanges = (event: EventKey) =>
  read('getScoreChanges', { ...eventInput(event), query: { limit: feedLength, only: 'points' } })

const connection = createStore<Connection>({ kind: 'connecting' })
let feed: LiveFeed | null = null

export const useConnection = (): Connection => useStored(connection)

/** Reconnects at once. */
export function retryNow(): void {
  feed?.wake()
}

/** The entries for the list of point changes, newest first. Consecutive changes of one score each have their previous value. */
function describeChanges(board: Board, diffs: readonly ScoreDiff[]): ScoreChange[] {
  const anchor = queryClient.getQueryData(clockQuery.queryKey)
  const now_ms = anchor ? readServerTime(anchor, performance.now()) : Date.now()
  const changed_at = Math.floor(now_ms / 1000)
  const known = new Map<string, { sequence: number; points: number }>()
  const changes: ScoreChange[] = []
  let newest = board.sequence
  for (const { objective_id, team_id, diff_type, score, sequence } of diffs) {
    const place = `${objective_id}-${team_id}`
    const before = known.get(place)
    // Changes in one message may share a number.
    if (sequence <= (before?.sequence ?? board.sequence) || sequence < newest) continue
    newest = sequence
    const points_before = before?.points ?? board.scores.get(objective_id)?.get(team_id)?.points ?? 0
    const points = diff_type === 'Removed' ? 0 : score.points
    known.set(place, { sequence, points })
    if (points !== points_before) changes.push({ sequence, changed_at, objective_id, team_id, diff_type, points_before, score })
  }
  return changes.reverse()
}

/** Writes pushed changes into the cache: the board, and the list of changes. Returns the number of the last one. */
export function writeDiffs(event: EventKey, diffs: readonly ScoreDiff[]): number | undefined {
  const key = readBoard(event).queryKey
  const board = queryClient.getQueryData<Board>(key)
  if (!board) return undefined
  const changes = describeChanges(board, diffs)
  queryClient.setQueryData(readChanges(event).queryKey, (held) => {
    if (!held) return held
    // The list was requested after the board, so it may already have a change that is pushed now.
    const newest = held[0]?.sequence ?? nothingReceived.sequence
    return [...changes.filter(({ sequence }) => sequence > newest), ...held].slice(0, feedLength)
  })
  const next = { ...applyDiffs(board, diffs), known_at: Date.now() }
  queryClient.setQueryData<Board>(key, next)
  return numberOf(next)
}

/** undefined if this server does not number its changes */
const numberOf = ({ sequence }: Board) => (sequence === nothingReceived.sequence ? undefined : sequence)

/** Replaces the cached state with the server's, whatever its number: the server said that the cached one is no longer usable. */
async function loadAgain(event: EventKey): Promise<number | undefined> {
  const { queryKey } = readBoard(event)
  queryClient.setQueryData<Board>(queryKey, (held) => held && { ...held, sequence: nothingReceived.sequence })
  const board = await queryClient.fetchQuery({ ...readBoard(event), staleTime: 0, retry: false })
  await queryClient.invalidateQueries({ queryKey: readChanges(event).queryKey })
  return numberOf(board)
}

function openSocket(event: EventKey, token: string | undefined, since: number | undefined): SocketLike {
  const address = new URL(`/api/events/${event}/scores/ws`, window.location.href)
  address.protocol = address.protocol.replace('http', 'ws')
  if (token !== undefined) address.searchParams.set('token', token)
  if (since !== undefined) address.searchParams.set('since', String(since))
  const socket = new WebSocket(address)
  return {
    listen: ({ opened, received, closed }) => {
      socket.addEventListener('open', opened)
      socket.addEventListener('message', ({ data }) => received(data))
      socket.addEventListener('close', ({ code, reason }) => closed(code, reason))
    },
    close: (code, reason) => socket.close(code, reason),
  }
}

function startFeed(event: EventKey, token: string | undefined): () => void {
  let isFirst = true
  const opened = openLiveFeed({
    open: (since) => openSocket(event, token, since),
    load: async () => {
      if (!isFirst) return await loadAgain(event)
      isFirst = false
      return numberOf(await queryClient.ensureQueryData(readBoard(event)))
    },
    apply: (diffs) => writeDiffs(event, diffs),
    tell: connection.set,
    rightsChanged: renewWhatIsShown,
    // Only the list: nothing else of the event is still available, and the page follows the list.
    eventGone: () => void queryClient.invalidateQueries({ queryKey: ['getEvents'] }),
    reopened: renewPerson,
    complain: reportError,
    random: Math.random,
  })
  feed = opened
  const poll = setInterval(() => {
    const { kind } = connection.get()
    const isDown = kind === 'reconnecting' || kind === 'offline'
    if (!isDown || document.hidden || !navigator.onLine) return
    void queryClient.prefetchQuery({ ...readBoard(event), staleTime: 0, retry: false })
    // Only while they are shown.
    void queryClient.invalidateQueries({ queryKey: readChanges(event).queryKey })
  }, pollEvery_ms)
  const wake = () => {
    if (!document.hidden) opened.wake()
  }
  document.addEventListener('visibilitychange', wake)
  window.addEventListener('online', wake)
  window.addEventListener('offline', opened.lose)
  return () => {
    clearInterval(poll)
    document.removeEventListener('visibilitychange', wake)
    window.removeEventListener('online', wake)
    window.removeEventListener('offline', opened.lose)
    opened.stop()
    if (feed === opened) feed = null
  }
}

/**
 * Keeps the page's scores live. An effect, because a socket outlives renders: one feed per event and login; another event, a
 * login and a logout each open a new one, since the visible scores depend on the viewer.
 */
export function useLiveScores(event: EventKey, isWanted: boolean): void {
  const token = useSession()?.token
  useEffect(() => (isWanted ? startFeed(event, token) : undefined), [event, token, isWanted])
}
