import { act, screen } from '@testing-library/react'
import { Profiler } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { useNodeScores } from '../../features/category/node-scores.ts'
import { ObjectiveCard } from '../../features/category/objective-card.tsx'
import { useScoreSetting } from '../../features/category/score-setting.ts'
import { Crosstable } from '../../features/scoreboard/crosstable.tsx'
import { LatestPoints } from '../../features/scoreboard/latest-points.tsx'
import { Scoreline } from '../../features/scoreboard/scoreline.tsx'
import { aChange, aDiff, anObjective, aTree, renderInEvent, seedEvent } from '../../test-event.tsx'
import { type Board, readBoard } from '../scores/board.ts'
import { type TeamView, useScoreTree, useTeams } from '../scores/event.ts'
import { writeDiffs } from './live.ts'
import { queryClient } from '../calls/queries.ts'
import type { ObjectiveNode } from '../scores/score-tree.ts'

const tree = aTree(
  anObjective({ id: 20, parent_id: 2 }),
  anObjective({ id: 21, parent_id: 2 }),
  anObjective({ id: 22, parent_id: 2 }),
)

/** Counts the renders of each widget of a small page. */
function Page({ count }: { count: (id: string) => void }) {
  const teams = useTeams()
  const { leaves } = useScoreTree()
  const watch = (id: string, widget: React.ReactNode) => (
    <Profiler key={id} id={id} onRender={count}>
      {widget}
    </Profiler>
  )
  return (
    <>
      {watch('scoreline of the event', <Scoreline branch_ids={everything} />)}
      {watch('scoreline of the races', <Scoreline branch_ids={races} />)}
      {watch('crosstable', <Crosstable />)}
      {leaves
        .filter(({ item }) => item.id >= 20 && item.id < 30)
        .map((node) => watch(`card ${node.item.id}`, <Card node={node} teams={teams} />))}
    </>
  )
}

function Card({ node, teams }: { node: ObjectiveNode; teams: readonly TeamView[] }) {
  const fixed = { node, teams, setting: useScoreSetting(), watched: null, reachable: 0, isAtOnce: true }
  return <ObjectiveCard {...fixed} scores={useNodeScores(node)} />
}
const everything: readonly number[] = []
const races: readonly number[] = [3]

const push = async (...diffs: Parameters<typeof writeDiffs>[1]) => {
  await act(async () => {
    writeDiffs('current', diffs)
    // The cache notifies its readers in a separate task.
    await vi.advanceTimersByTimeAsync(1)
  })
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] })
})
afterEach(() => vi.useRealTimers())

describe('a pushed change', () => {
  test('changes the screen without any request', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch')
    seedEvent({ tree, own_team_id: 2 })
    await renderInEvent(<Scoreline branch_ids={everything} />)
    expect(screen.getByText('Tidebreakers').closest('li')?.textContent).toContain('0')
    await push(aDiff(20, 2, 101, { points: 1234, number: 10, finished: true, rank: 1 }))
    expect(screen.getByText('Tidebreakers').closest('li')?.textContent).toContain('1,234')
    expect(fetched).not.toHaveBeenCalled()
  })

  test('renders only the affected widgets', async () => {
    const rendered = new Set<string>()
    seedEvent({ tree })
    await renderInEvent(<Page count={(id) => rendered.add(id)} />)
    rendered.clear()
    await push(aDiff(21, 2, 101, { points: 30, number: 10, finished: true, rank: 1 }))
    expect([...rendered].sort()).toEqual(['card 21', 'crosstable', 'scoreline of the event'])
  })

  test('with progress but no points renders only its card', async () => {
    const rendered = new Set<string>()
    seedEvent({ tree })
    await renderInEvent(<Page count={(id) => rendered.add(id)} />)
    rendered.clear()
    await push(aDiff(22, 1, 101, { number: 7 }))
    expect([...rendered]).toEqual(['card 22'])
    expect(screen.getByRole('img', { name: 'Lanterns: 7 of 10' })).toBeDefined()
  })

  test('that is already known renders nothing', async () => {
    const rendered = new Set<string>()
    seedEvent({ tree })
    await renderInEvent(<Page count={(id) => rendered.add(id)} />)
    rendered.clear()
    await push(aDiff(22, 1, 100, { number: 7 }))
    expect([...rendered]).toEqual([])
  })

  test('is first in the list of the latest points, and withdrawn points say so', async () => {
    seedEvent({ tree })
    await renderInEvent(<LatestPoints />)
    await push(aDiff(20, 2, 101, { points: 30, rank: 1, finished: true }), aDiff(21, 2, 102, { number: 3 }))
    await push(aDiff(20, 2, 103, { points: 0 }))
    const entries = screen.getAllByRole('listitem').map((item) => item.textContent)
    expect(entries).toHaveLength(2)
    expect(entries[0]).toContain('Objective 20Shelves, withdrawn')
    expect(entries[0]).toContain('−30')
    expect(entries[1]).toContain('+30')
  })

  test('that the list already has, because it was loaded after the board, is not listed twice', async () => {
    const known = aChange(20, 2, 102, { points: 30, rank: 1, finished: true })
    seedEvent({ tree, changes: [known] })
    await renderInEvent(<LatestPoints />)
    await push(
      aDiff(20, 2, 102, { points: 30, rank: 1, finished: true }),
      aDiff(21, 1, 103, { points: 5, rank: 1, finished: true }),
    )
    const entries = screen.getAllByRole('listitem').map((item) => item.textContent)
    expect(entries).toHaveLength(2)
    expect(entries[0]).toContain('Objective 21')
    expect(entries[1]).toContain('Objective 20')
  })

  test('that follows another of the same score in one message has the score in between', async () => {
    seedEvent({ tree })
    await renderInEvent(<LatestPoints />)
    await push(
      aDiff(20, 2, 101, { points: 30, rank: 1, finished: true }),
      aDiff(20, 2, 102, { points: 0 }),
      aDiff(20, 2, 101, { points: 30, rank: 1, finished: true }),
      aDiff(20, 2, 103, { points: 20, rank: 2, finished: true }),
    )
    const entries = screen.getAllByRole('listitem').map((item) => item.textContent)
    expect(entries.map((entry) => /[+−]\d+/.exec(entry)?.[0])).toEqual(['+20', '−30', '+30'])
    expect(queryClient.getQueryData<Board>(readBoard('current').queryKey)?.scores.get(20)?.get(2)?.points).toBe(20)
  })

  test('of points lost because another team did better names the remaining place', async () => {
    seedEvent({ tree })
    await renderInEvent(<LatestPoints />)
    await push(aDiff(20, 2, 101, { points: 30, rank: 1, finished: true }))
    await push(aDiff(20, 2, 102, { points: 20, rank: 2, finished: true }))
    expect(screen.getAllByRole('listitem')[0]?.textContent).toContain('now 2nd')
  })

  test('moves the number of the board forward, and never back', async () => {
    seedEvent({ tree })
    const { queryKey } = readBoard('current')
    expect(writeDiffs('current', [aDiff(20, 1, 105, { points: 1 })])).toBe(105)
    expect(writeDiffs('current', [aDiff(20, 1, 103, { points: 9 })])).toBe(105)
    expect(queryClient.getQueryData<Board>(queryKey)?.scores.get(20)?.get(1)?.points).toBe(1)
  })
})
