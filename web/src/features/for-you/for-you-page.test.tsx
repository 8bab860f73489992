import type { TeamSuggestion } from '@muster/contract/suggestions'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { eventInput, queryClient, read } from '../../api/calls/queries.ts'
import { anEvent, anObjective, aScore, aTree, renderInEvent, seedEvent } from '../../test-event.tsx'
import { ForYouPage } from './for-you-page.tsx'

const suggest = (suggestions: readonly Record<string, unknown>[]) =>
  queryClient.setQueryData(read('getTeamSuggestions', eventInput('current')).queryKey, suggestions as unknown as TeamSuggestion[])

const tasks = async () => (await screen.findAllByRole('heading', { level: 3 })).map((heading) => heading.textContent)

test('a viewer without a team is told so, and how to view the page as one', async () => {
  seedEvent({})
  await renderInEvent(<ForYouPage />)
  expect(await screen.findByText('You are not assigned to a team')).toBeTruthy()
})

test('what is nearest to being done comes first, with the rival that is close and what is left if beaten', async () => {
  const near = new Map([
    [1, aScore({ number: 9 })],
    [2, aScore({ number: 8 })],
  ])
  seedEvent({ own_team_id: 1, tree: aTree(anObjective({ id: 20, parent_id: 2 })), scores: new Map([[20, near]]) })
  suggest([])
  await renderInEvent(<ForYouPage />)
  expect((await tasks())[0]).toBe('Objective 20')
  const [first] = screen.getAllByRole('listitem')
  expect(first?.textContent).toMatch(/1 left.*needs 2 more.*\+30.*20 if beaten/)
})

test('what the leads suggest stands before everything, with their words and their message', async () => {
  seedEvent({ own_team_id: 1 })
  suggest([
    { objective_id: 1, extra: 'Fossils <b>tonight</b>, please' },
    { objective_id: 30, extra: 'Ask Ash for the route' },
    { objective_id: 4711, extra: 'of another tree' },
  ])
  await renderInEvent(<ForYouPage />)
  expect(await screen.findByText('Fossils <b>tonight</b>, please')).toBeTruthy()
  const suggested = screen.getByRole('region', { name: 'Suggested by your team leads' })
  expect(within(suggested).getByText('Objective 30')).toBeTruthy()
  expect(within(suggested).getByText('Ask Ash for the route')).toBeTruthy()
  expect(within(suggested).getByText('Remaining Objectives')).toBeTruthy()
})

test('after the event nothing is suggested', async () => {
  seedEvent({ own_team_id: 1, events: [{ ...anEvent, event_end_time: anEvent.event_start_time }] })
  suggest([])
  await renderInEvent(<ForYouPage />)
  expect(await screen.findByText('The event is over')).toBeTruthy()
})
