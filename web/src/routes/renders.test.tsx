import { act, screen } from '@testing-library/react'
import { Profiler, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { writeDiffs } from '../api/live/live.ts'
import { eventInput, queryClient, read } from '../api/calls/queries.ts'
import { EventHead } from '../features/event/event-head.tsx'
import { Timeline } from '../features/event/timeline.tsx'
import { Ladder, LadderCount } from '../features/ladder/ladder.tsx'
import { Crosstable } from '../features/scoreboard/crosstable.tsx'
import { LatestPoints } from '../features/scoreboard/latest-points.tsx'
import { OpenNow } from '../features/scoreboard/open-now.tsx'
import { Standings } from '../features/scoreboard/standings.tsx'
import { TeamScores } from '../features/scoreboard/team-scores.tsx'
import { TopMovers } from '../features/scoreboard/top-movers.tsx'
import { aDiff, anEvent, anObjective, aTree, renderInEvent, seedEvent, showFrames } from '../test-event.tsx'

const tree = aTree(anObjective({ id: 20, parent_id: 2 }), anObjective({ id: 21, parent_id: 2 }))

/** Number of renders of each part of a page. */
const counts = new Map<string, number>()
const watch = (id: string, part: ReactNode) => (
  <Profiler id={id} onRender={() => counts.set(id, (counts.get(id) ?? 0) + 1)}>
    {part}
  </Profiler>
)

async function push(...diffs: Parameters<typeof writeDiffs>[1]): Promise<void> {
  counts.clear()
  await act(async () => {
    writeDiffs('current', diffs)
    // The cache notifies its readers in a separate task.
    await vi.advanceTimersByTimeAsync(1)
  })
}

const won = { points: 30, number: 10, finished: true, rank: 1 }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] })
})
afterEach(() => vi.useRealTimers())

describe('a pushed change, at home,', () => {
  const Home = () => (
    <>
      {watch('head', <EventHead event={anEvent} phase="running" />)}
      {watch('timeline', <Timeline event={anEvent} />)}
      {watch('standings', <Standings isFinal={false} />)}
      {watch('crosstable', <Crosstable />)}
      {watch('open now', <OpenNow />)}
      {watch('latest points', <LatestPoints />)}
      {watch('movers', <TopMovers />)}
    </>
  )

  test('renders the parts with points once, and nothing else', async () => {
    seedEvent({ tree })
    await renderInEvent(<Home />)
    await push(aDiff(20, 2, 101, won))
    await push(aDiff(21, 2, 102, { ...won, finished: false }))
    expect(Object.fromEntries(counts)).toEqual({ standings: 1, crosstable: 1, 'latest points': 1, movers: 1 })
  })

  test('with progress but no points renders nothing', async () => {
    seedEvent({ tree })
    await renderInEvent(<Home />)
    await push(aDiff(20, 2, 101, { number: 7 }))
    expect(Object.fromEntries(counts)).toEqual({})
  })

  test('renders once for all changes in one message', async () => {
    seedEvent({ tree })
    await renderInEvent(<Home />)
    await push(...[20, 21].flatMap((id) => [1, 2, 3].map((team) => aDiff(id, team, 100 + id * 3 + team, won))))
    expect(counts.get('standings')).toBe(1)
    expect(counts.get('crosstable')).toBe(1)
  })
})

describe('a pushed change, on the ladder,', () => {
  const characters = Array.from({ length: 40 }, (_, place) => ({
    rank: place + 1,
    account_name: `Account#${place}`,
    character_name: `Figure${place}`,
    character_class: 'Witch',
    level: 90,
    experience: 1000 - place,
    delve: 0,
    user_id: 10,
    twitch_account: null,
    last_active: null,
    character: null,
    stats: null,
  }))
  const onSearch = () => {}
  const Page = () => (
    <>
      {watch('teams', <TeamScores />)}
      {watch('count', <LadderCount />)}
      {watch('characters', <Ladder search={{}} onSearch={onSearch} />)}
    </>
  )

  test('renders the points of the teams once, and no character', async () => {
    seedEvent({ tree })
    queryClient.setQueryData(read('getLadder', eventInput('current')).queryKey, characters as never)
    await renderInEvent(<Page />)
    // They are drawn in pieces, one per frame.
    await showFrames(6)
    expect(screen.getAllByText(/^Figure/)).toHaveLength(40)
    await push(aDiff(20, 2, 101, won))
    expect(Object.fromEntries(counts)).toEqual({ teams: 1 })
  })
})
