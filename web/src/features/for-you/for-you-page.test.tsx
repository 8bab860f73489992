import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { eventInput, queryClient, read } from '../../api/calls/queries.ts'
import { anEvent, anObjective, aPlan, aScore, aTree, renderInEvent, seedEvent } from '../../test-event.tsx'
import { ForYouPage } from './for-you-page.tsx'

const plan = (...objective_ids: readonly number[]) =>
  queryClient.setQueryData(
    read('getTeamPlan', eventInput('current')).queryKey,
    aPlan({ entries: objective_ids.map((objective_id) => ({ objective_id })) }),
  )
const open = () => renderInEvent(<ForYouPage plan={<p>What the leads want</p>} steps={null} />)
const tasks = async () => (await screen.findAllByRole('heading', { level: 3 })).map((heading) => heading.textContent)

test('a viewer without a team sees why, and how to view the page as a team', async () => {
  seedEvent({})
  await open()
  expect(await screen.findByText('You are not assigned to a team')).toBeTruthy()
})

test('the nearest goal comes first, with the close rival and the points left if beaten', async () => {
  const near = new Map([
    [1, aScore({ number: 9 })],
    [2, aScore({ number: 8 })],
  ])
  seedEvent({ own_team_id: 1, tree: aTree(anObjective({ id: 20, parent_id: 2 })), scores: new Map([[20, near]]) })
  plan()
  await open()
  expect((await tasks())[0]).toBe('Objective 20')
  const [first] = screen.getAllByRole('listitem')
  expect(first?.textContent).toMatch(/1 left.*needs 2 more.*\+30.*20 if beaten/)
})

test('planned goals are in the plan, before everything, and not repeated', async () => {
  seedEvent({ own_team_id: 1, tree: aTree(anObjective({ id: 20, parent_id: 2 })) })
  plan(30)
  await open()
  const block = await screen.findByText('What the leads want')
  const region = screen.getByRole('region', { name: 'Tasks' })
  expect(block.compareDocumentPosition(region)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(within(region).getByText('Objective 20')).toBeTruthy()
  expect(within(region).queryByText('Objective 30')).toBeNull()
})

test('another team’s tasks have no plan', async () => {
  seedEvent({ own_team_id: 1 })
  plan(30)
  await renderInEvent(<ForYouPage plan={<p>What the leads want</p>} steps={null} />, '/?team=2')
  expect(await screen.findByText('Objective 30')).toBeTruthy()
  expect(screen.queryByText('What the leads want')).toBeNull()
})

test('after the event there are no suggestions', async () => {
  seedEvent({ own_team_id: 1, events: [{ ...anEvent, event_end_time: anEvent.event_start_time }] })
  await open()
  expect(await screen.findByText('The event is over')).toBeTruthy()
})
