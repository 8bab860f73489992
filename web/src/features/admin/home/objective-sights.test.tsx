import type { Objective } from '@muster/contract/objectives'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { clockQuery } from '../../../api/live/clock.ts'
import { queryClient } from '../../../api/calls/queries.ts'
import {
  aCategory,
  aLockedObjective,
  anEvent,
  anObjective,
  aTree,
  now_ms,
  renderInEvent,
  seedEvent,
} from '../../../test-event.tsx'
import { ObjectiveSights } from './objective-sights.tsx'

const named = (value: string) => [{ id: 1, field: 'NAME', operator: 'EQ', value, any_of: null }]
const goldrim = anObjective({ id: 11, name: 'Goldrim', conditions: named('Goldrim') })
const level = anObjective({ id: 12, name: 'Level 90', objective_type: 'PLAYER', number_field: 'PLAYER_LEVEL' })
const sirus = anObjective({ id: 13, name: 'Kill Sirus', objective_type: 'SUBMISSION', number_field: 'SUBMISSION_VALUE' })
const steps = anObjective({ id: 14, name: 'All steps', objective_type: 'TEAM', number_field: 'PLAYER_SCORE' })
const empty = anObjective({ id: 15, name: 'No conditions' })

async function show(reads_game: boolean, ...objectives: readonly Objective[]) {
  const tree = aCategory({ id: 1, parent_id: null, children: [aCategory({ id: 2, name: 'Shelves', children: objectives })] })
  seedEvent({ tree: objectives.length > 0 ? tree : { ...aTree(), children: [] } })
  queryClient.setQueryData(clockQuery.queryKey, { server_ms: now_ms, local_ms: performance.now(), speed: 1, reads_game })
  await renderInEvent(<ObjectiveSights event={anEvent} />)
}
const list = () => screen.getAllByRole('group').map(({ textContent }) => textContent)

test('without the game every objective is listed by the way it is seen, with the share that needs no key', async () => {
  await show(false, goldrim, level, sirus, steps, empty, aLockedObjective(2, 4))
  expect(screen.getByText('3 of 5 objectives (60 %) can be seen without the game’s key.')).toBeTruthy()
  expect(list()).toEqual([
    'Pasted by players 1',
    'Reported as a number 1',
    'Submitted for review 1',
    'Added by a judge 1',
    'Counted from their parts 1',
    'Not at all 1',
  ])
})

test('a way says how it works and which proof it asks, and names its objectives with their place', async () => {
  await show(false, goldrim, sirus)
  expect(screen.queryByText('Goldrim')).toBeNull()
  fireEvent.click(screen.getByText('Pasted by players'))
  const rows = await screen.findByRole('group', { name: 'Pasted by players' })
  expect(within(rows).getByRole('listitem').textContent).toBe('GoldrimShelves')
  expect(screen.getByText(/pastes its text under “Report a find”\. Proof .* is optional\./)).toBeTruthy()
})

test('where objectives ask for different proofs, each says its own', async () => {
  await show(false, { ...goldrim, report_proof: 'screenshot' }, { ...goldrim, id: 16, report_proof: 'clip' }, sirus)
  fireEvent.click(screen.getByText('Pasted by players'))
  const rows = await screen.findByRole('group', { name: 'Pasted by players' })
  const texts = within(rows).getAllByRole('listitem')
  expect(texts.map(({ textContent }) => textContent)).toEqual([
    'GoldrimShelves · screenshot required',
    'GoldrimShelves · clip required',
  ])
})

test('with the game the list says in which other way an objective is seen, and with which proof', async () => {
  await show(true, goldrim, { ...level, report_proof: 'clip' }, steps)
  expect(screen.getByText('2 of 3 objectives (66 %) can be seen without the game’s key.')).toBeTruthy()
  fireEvent.click(screen.getByText('Read from the game'))
  const rows = await screen.findByRole('group', { name: 'Read from the game' })
  expect(
    within(rows)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'GoldrimShelves · also: Pasted by players',
    'Level 90Shelves · also: Reported as a number, clip required',
    'All stepsShelves',
  ])
})

test('a thousand objectives are counted, and only the visible ones rendered', async () => {
  await show(false, ...Array.from({ length: 1_000 }, (_, at) => ({ ...goldrim, id: 100 + at })))
  expect(screen.getByText('1,000 of 1,000 objectives (100 %) can be seen without the game’s key.')).toBeTruthy()
  fireEvent.click(screen.getByText('Pasted by players'))
  const rows = await screen.findByRole('group', { name: 'Pasted by players' })
  expect(within(rows).queryAllByRole('listitem').length).toBeLessThan(100)
})

test('an event without objectives says so', async () => {
  await show(false)
  expect(screen.getByText('There are no objectives yet.')).toBeTruthy()
})
