import type { ScoreChange, ScoreDiff } from '@muster/contract/scores'
import { applyDiffs, nothingReceived } from '@muster/domain/scoring/diff'
import { useEffect } from 'react'
import { useSession } from '../../lib/browser/session.ts'
import { createStore, useStored } from '../../lib/store.ts'
import { type Board, readBoard } from '../scores/board.ts'
import { clockQuery, tellServerTime } from './clock.ts'
import { type Connection, type LiveFeed, openLiveFeed, type SocketLike } from './live-feed.ts'
import { renewPerson, renewWhatIsShown } from '../people/person.ts'
import { type EventKey, eventInput, queryClient, read } from '../calls/queries.ts'

/** How many changes of points a page asks for and keeps. */
export const feedLength = 200
/** While the feed is down the latest scores are asked for this often. */
const pollEvery_ms = 30_000

export const readChanges = (event: EventKey) =>
  read('getScoreChanges', { ...eventInput(event), query: { limit: feedLength, only: 'points' } })

const connection = createStore<Connection>({ kind: 'connecting' })
let feed: LiveFeed | null = null

export const useConnection = (): Connection => useStored(connection)

/** Reconnects now instead of later. */
export function retryNow(): void {
  feed?.wake()
}

/** The entries of the list of changes of points, the newest first. Several of one score follow each other: each says what it was before. */
function describeChanges(board: Board, diffs: readonly ScoreDiff[]): ScoreChange[] {
  const anchor = queryClient.getQueryData(clockQuery.queryKey)
  const now_ms = anchor ? tellServerTime(anchor, performance.now()) : Date.now()
  const changed_at = Math.floor(now_ms / 1000)
  const known = new Map<string, { sequence: number; points: number }>()
  const changes: ScoreChange[] = []
  let newest = board.sequence
  for (const { objective_id, team_id, diff_type, score, sequence } of diffs) {
    const place = `${objective_id}-${team_id}`
    const before = known.get(place)
    // Those of one message may share a number.
    if (sequence <= (before?.sequence ?? board.sequence) || sequence < newest) continue
    newest = sequence
    const points_before = before?.points ?? board.scores.get(objective_id)?.get(team_id)?.points ?? 0
    const points = diff_type === 'Removed' ? 0 : score.points
    known.set(place, { sequence, points })
    if (points !== points_before) changes.push({ sequence, changed_at, objective_id, team_id, diff_type, points_before, score })
  }
  return changes.reverse()
}

/** Writes pushed changes into the cache: the board, and the list of changes. Answers with the number of the last one. */
export function writeDiffs(event: EventKey, diffs: readonly ScoreDiff[]): number | undefined {
  const key = readBoard(event).queryKey
  const board = queryClient.getQueryData<Board>(key)
  if (!board) return undefined
  const changes = describeChanges(board, diffs)
  queryClient.setQueryData(readChanges(event).queryKey, (held) => {
    if (!held) return held
    // The list was asked for after the board, so it may hold what is pushed only now.
    const newest = held[0]?.sequence ?? nothingReceived.sequence
    return [...changes.filter(({ sequence }) => sequence > newest), ...held].slice(0, feedLength)
  })
  const next = { ...applyDiffs(board, diffs), known_at: Date.now() }
  queryClient.setQueryData<Board>(key, next)
  return numberOf(next)
}

/** undefined: this server does not number its changes. */
const numberOf = ({ sequence }: Board) => (sequence === nothingReceived.sequence ? undefined : sequence)

/** The state that is newer than anything held, whatever its number: the server said that ours is of no use any more. */
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
    // The list alone: nothing else of the event can be had any more, and the page goes by the list.
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
    // Only if somebody looks at them.
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
 * Keeps the page's scores live. An effect, because a socket outlives renders: one feed per event and login; another event,
 * a login and a logout each open a new one, since what may be seen depends on who looks.
 */
export function useLiveScores(event: EventKey, isWanted: boolean): void {
  const token = useSession()?.token
  useEffect(() => (isWanted ? startFeed(event, token) : undefined), [event, token, isWanted])
}
