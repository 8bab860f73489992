import type { TeamPlan } from '@muster/contract/suggestions'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { eventInput, queryClient, read } from '../../api/calls/queries.ts'
import { aCategory, anObjective, aPlan, aScore, aTree, now_ms, renderInEvent, seedEvent } from '../../test-event.tsx'
import { PlanBlock } from './plan-block.tsx'

const fetched = vi.fn<typeof fetch>()
const planKey = read('getTeamPlan', eventInput('current')).queryKey
const at = (hours: number) => new Date(now_ms + hours * 3_600_000).toISOString()
const self = { id: 10, display_name: 'Veskir', permissions: [] }

const cards = aCategory({
  id: 40,
  parent_id: 2,
  scoring_preset_id: 1,
  children: [41, 42, 43].map((id) => anObjective({ id, parent_id: 40, required_number: 1, name: `Card ${id}` })),
})
const tree = aTree(anObjective({ id: 20, parent_id: 2 }), cards)
const done = { points: 30, finished: true, number: 10, user_id: 10 as never }

async function show(plan: TeamPlan, scores: Parameters<typeof seedEvent>[0]['scores'] = new Map()) {
  seedEvent({ own_team_id: 1, tree, scores })
  queryClient.setQueryData(planKey, plan)
  queryClient.setQueryData(read('getUser', {}).queryKey, self as never)
  await renderInEvent(<PlanBlock />)
  return screen.findByRole('region', { name: 'The plan' })
}
const names = () => screen.getAllByRole('heading', { level: 4 }).map((heading) => heading.textContent)

beforeEach(() => {
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
})

test('the plan has an empty state', async () => {
  await show(aPlan({}))
  expect(screen.getByText('No plan yet')).toBeTruthy()
  expect(screen.queryByText(/Seen by/)).toBeNull()
})

test('shows the message as text, with its author, time and number of readers', async () => {
  await show(aPlan({ message: 'Fossils <b>tonight</b>', entries: [{ objective_id: 20, version: 2, seen: 5 }] }))
  expect(screen.getByLabelText('From your team leads').textContent).toContain('Fossils <b>tonight</b>')
  expect(screen.getByText('Brannoc, 16 h ago. Seen by 5 of 8')).toBeTruthy()
})

test('the plan is ordered by time windows, and marks the current one', async () => {
  const windows = [
    { name: 'First day', starts_at: null, ends_at: at(-2) },
    { name: 'Evening', starts_at: at(-1), ends_at: at(4) },
  ]
  await show(
    aPlan({
      windows,
      entries: [
        { objective_id: 30, window: 0 },
        { objective_id: 20, window: 1 },
        { objective_id: 40, window: null },
      ],
    }),
  )
  const evening = screen.getByRole('region', { name: 'Evening' })
  expect(within(evening).getByText('now to 28:00').className).toContain('ember')
  expect(within(screen.getByRole('region', { name: 'First day' })).getByText('until 22:00').className).not.toContain('ember')
  expect(within(screen.getByRole('region', { name: 'Any time' })).getByText('Objective 40')).toBeTruthy()
  expect(names()).toEqual(['Objective 30', 'Objective 20', 'Objective 40'])
})

test('shows for each entry the progress, missing parts and available points', async () => {
  await show(
    aPlan({ entries: [{ objective_id: 20, extra: 'Dump 1, please' }, { objective_id: 40 }] }),
    new Map([
      [20, new Map([[1, aScore({ number: 9 })]])],
      [41, new Map([[1, aScore({ ...done, number: 1 })]])],
    ]),
  )
  const [fossils, set] = screen.getAllByRole('listitem')
  expect(fossils?.textContent).toMatch(/1Objective 20Dump 1, please.*9 of 10.*\+30/)
  expect(set?.textContent).toMatch(/Missing: Card 42, Card 43.*1 of 3.*\+/)
})

test('collapses finished entries, with thanks, and closed ones', async () => {
  const closing = anObjective({ id: 21, parent_id: 2, valid_to: at(-1) })
  seedEvent({
    own_team_id: 1,
    tree: aTree(anObjective({ id: 20, parent_id: 2 }), closing),
    scores: new Map([[20, new Map([[1, aScore(done)]])]]),
  })
  queryClient.setQueryData(planKey, aPlan({ entries: [{ objective_id: 20 }, { objective_id: 21 }, { objective_id: 30 }] }))
  queryClient.setQueryData(read('getUser', {}).queryKey, self as never)
  await renderInEvent(<PlanBlock />)
  expect(names()).toEqual(['Objective 30'])
  const fold = screen.getByText('2 done or closed').parentElement
  expect(fold?.textContent).toContain('Objective 20Done by Player 1. Thank you.')
  expect(fold?.textContent).toContain('Objective 21Closed before it was done.')
})

test('a member takes an entry with one press, visible to all; a refusal reverts it with a message', async () => {
  await show(aPlan({ entries: [{ objective_id: 20, taken_by: [{ id: 7, display_name: 'Wren' }] }] }))
  expect(screen.getByText('Wren')).toBeTruthy()
  const { promise, resolve } = Promise.withResolvers<Response>()
  fetched.mockReturnValueOnce(promise)
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'I am on it: Objective 20' })))
  expect(await screen.findByText('Wren and you')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'You are on it: Objective 20' })).toBeTruthy()
  expect(fetched.mock.calls.map(([address]) => address as string).join()).toContain('/suggestions/20/taken')
  const refusal = { error: "This objective is not in your team's plan", code: 'suggestion_not_found' }
  fetched.mockResolvedValue(new Response(JSON.stringify(aPlan({ entries: [] })), { status: 200 }))
  await act(async () => resolve(new Response(JSON.stringify(refusal), { status: 404 })))
  expect(await screen.findByText('No plan yet')).toBeTruthy()
})

test('an objective that opens later or was removed is left out', async () => {
  await show(aPlan({ entries: [{ objective_id: 4711 }, { objective_id: 20 }] }))
  expect(names()).toEqual(['Objective 20'])
})
