import { act, fireEvent, screen, within } from '@testing-library/react'
import type { ScoreChange, ScoreHistory } from '@muster/contract/scores'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { eventInput, queryClient } from '../../api/calls/queries.ts'
import { aScore, now_ms, renderInEvent, seedEvent } from '../../test-event.tsx'
import { ProgressPage } from './progress-page.tsx'
import type { ProgressSearch } from './progress-search.ts'

// The chart draws on a canvas, which jsdom does not have; its input has its own tests.
vi.mock('./chart.tsx', () => ({ Chart: ({ label }: { label: string }) => <div role="img" aria-label={label} /> }))

const now = now_ms / 1000
const start = now - 24 * 3600
const history = {
  from: start,
  to: now,
  teams: [
    {
      team_id: 1,
      steps: [
        [start, 0],
        [start + 3600, 50],
        [start + 7200, 60],
      ],
    },
    {
      team_id: 2,
      steps: [
        [start, 0],
        [start + 5400, 55],
      ],
    },
    { team_id: 3, steps: [[start, 0]] },
  ],
} as unknown as ScoreHistory
const aChange = (sequence: number, team_id: number, points: number, more: Partial<ScoreChange> = {}): ScoreChange =>
  ({
    sequence,
    changed_at: start + sequence * 60,
    objective_id: 30,
    team_id,
    diff_type: 'Added',
    points_before: 0,
    score: aScore({ points, finished: true }),
    ...more,
  }) as unknown as ScoreChange
const changes = [aChange(3, 2, 55), aChange(2, 1, 10, { score: aScore({ points: 10, rank: 2 }) }), aChange(1, 1, 50)]
const scores = new Map([
  [
    30,
    new Map([
      [1, aScore({ points: 60 })],
      [2, aScore({ points: 55 })],
    ]),
  ],
])

const onSearch = vi.fn()
const show = async (search: ProgressSearch = {}) => {
  seedEvent({ history, scores, own_team_id: 2 })
  for (const to of ['now', now, start + 5400, start + 7200])
    queryClient.setQueryData(['getScoreChanges', eventInput('current'), to, 'known'], { changes, isEnd: true })
  await renderInEvent(<ProgressPage search={search} onSearch={onSearch} />)
}
const standing = () =>
  within(screen.getByRole('region', { name: /Standings/ }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)
const happened = () =>
  within(screen.getByRole('region', { name: /^Changes up to|^Changes$/ }))
    .getAllByRole('row')
    .slice(1)

beforeEach(() => onSearch.mockReset())

describe('the progress of an event', () => {
  test('shows the newest board and every change with its points', async () => {
    await show()
    expect(standing()[0]).toContain('Lanterns60')
    expect(happened().map((row) => row.textContent?.slice(-3))).toEqual(['+55', '+10', '+50'])
  })

  test('shows the board of the moment in the address, and the changes since', async () => {
    await show({ at: 5400 })
    expect(screen.getByRole('heading', { name: 'Standings at 1:30' })).toBeTruthy()
    expect(standing()[0]).toMatch(/Tidebreakersyou550/)
    expect(standing()[1]).toMatch(/Lanterns50\+101up 1 place since/)
  })

  test('lists only places, only one team, or search results', async () => {
    await show({ ranked: true })
    expect(happened()).toHaveLength(1)
    document.body.innerHTML = ''
    await show({ of: 2 })
    expect(happened()).toHaveLength(1)
    document.body.innerHTML = ''
    await show({ q: 'nothing like it' })
    expect(screen.getByText('Nothing in this time range')).toBeTruthy()
  })

  test('shows times since the start or by date', async () => {
    await show({ clock: true })
    expect(happened()[0]?.textContent).toMatch(/^[A-Z][a-z]{2} \d\d:\d\d/)
  })

  test('moves and narrows the shown period by keyboard', async () => {
    await show()
    const from = screen.getByRole('slider', { name: 'Shown from' })
    fireEvent.keyDown(from, { key: 'ArrowRight' })
    expect(onSearch).toHaveBeenLastCalledWith(expect.objectContaining({ from: 1800, to: undefined }))
    fireEvent.keyDown(screen.getByRole('slider', { name: 'Selected time' }), { key: 'Home' })
    expect(onSearch).toHaveBeenLastCalledWith(expect.objectContaining({ at: 0 }))
    fireEvent.click(screen.getByRole('button', { name: '6 h' }))
    expect(onSearch).toHaveBeenLastCalledWith(expect.objectContaining({ last: 6 }))
  })

  test('returns to now', async () => {
    await show({ from: 3600, to: 7200, at: 5400 })
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Back to now' })))
    expect(onSearch).toHaveBeenLastCalledWith({ from: undefined, to: undefined, at: undefined })
  })

  test('describes the lines in words', async () => {
    await show({ average: true, from: 3600, to: 7200 })
    expect(screen.getByRole('img', { name: /above or below the average from 1:00 to 2:00/ })).toBeTruthy()
  })
})
