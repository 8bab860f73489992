import type { PersonalObjectives } from '@muster/contract/personal-objectives'
import { act, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { eventInput, queryClient, read } from '../../api/calls/queries.ts'
import { PersonalRules } from '../../api/scores/personal-rules.tsx'
import { storeToken } from '../../lib/browser/session.ts'
import { anEvent, aToken, renderInEvent, seedEvent } from '../../test-event.tsx'
import { NearSteps } from './near-steps.tsx'
import { PersonalSteps } from './personal-steps.tsx'

/** Levels pay up to 9; a figure pays 1, 2 and 4, up to 3 with the cap. */
const personal_objectives: PersonalObjectives = {
  cap: 9,
  steps: [
    { number_field: 'PLAYER_LEVEL', at: 80, points: 4 },
    { number_field: 'PLAYER_LEVEL', at: 90, points: 9 },
  ],
  figures_cap: 3,
  figures: [
    {
      number_field: 'DELVE_DEPTH',
      steps: [
        { at: 1000, points: 1 },
        { at: 2000, points: 2 },
        { at: 3000, points: 4 },
      ],
    },
  ],
}
const aCharacter = (user_id: number) => ({
  id: `c${user_id}`,
  user_id,
  event_id: anEvent.id,
  name: 'Fen',
  level: 85,
  main_skill: '',
  ascendancy: 'Occultist',
  ascendancy_points: 8,
  atlas_node_count: 0,
  pantheon: true,
})
const anEntry = (user_id: number, values: object) => ({
  rank: 1,
  user_id,
  character: aCharacter(user_id),
  level: 85,
  delve: 0,
  experience: 0,
  account_name: '',
  character_name: '',
  character_class: '',
  twitch_account: null,
  last_active: null,
  stats: null,
  ...values,
})

function seed(rules: PersonalObjectives | null, ...entries: ReturnType<typeof anEntry>[]) {
  seedEvent({ own_team_id: 1, events: [{ ...anEvent, personal_objectives: rules }] })
  queryClient.setQueryData(read('getLadder', eventInput('current')).queryKey, entries as never)
  queryClient.setQueryData(read('getUserCharacters', { user_id: 10 }).queryKey, [aCharacter(10)] as never)
}
afterEach(() => act(() => storeToken(null)))

test('a gauge of each number names the next step and its points, and fills on the way to it', async () => {
  seed(personal_objectives, anEntry(10, { level: 85, delve: 2500 }))
  storeToken(aToken(10))
  await renderInEvent(<PersonalSteps />)
  const [level, depth] = screen.getAllByRole('listitem')
  expect(level?.textContent).toContain('Level 85next step at 90, 5 points')
  // The cap leaves one of the two points of the highest step.
  expect(depth?.textContent).toContain('Delve depth 2,500next step at 3,000, 1 point')
  const filled = [...(depth?.querySelectorAll('.bar') ?? [])].map((bar) => (bar as HTMLElement).style.backgroundSize)
  expect(filled).toEqual(['100% 100%', '100% 100%', '50% 100%'])
  expect(screen.getByRole('img', { name: '6 of 12' })).toBeTruthy()
})

test('without a character the steps say when they appear', async () => {
  seed(personal_objectives)
  await renderInEvent(<PersonalSteps />)
  expect(screen.getByText('No character yet')).toBeTruthy()
})

test('the team sees who is near a step, and no players of other teams', async () => {
  seed(personal_objectives, anEntry(10, { level: 88 }), anEntry(20, { level: 89 }))
  await renderInEvent(<NearSteps />)
  const [only, ...others] = screen.getAllByRole('listitem')
  expect(only?.textContent).toContain('Player 1Level 88next step at 90, 5 points')
  expect(others).toEqual([])
})

test('far from every step, the team sees when players appear', async () => {
  seed(personal_objectives, anEntry(10, { level: 81 }))
  await renderInEvent(<NearSteps />)
  expect(screen.getByText('No one is near a step')).toBeTruthy()
})

test('the rules name steps, figures and caps of the event, or the usual steps', async () => {
  seed(personal_objectives)
  await renderInEvent(<PersonalRules />)
  const [steps, figures] = screen.getAllByRole('list')
  expect(screen.getByText('Each player earns these for the team, up to 9 points.')).toBeTruthy()
  expect(
    within(steps as HTMLElement)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Level 804 points', 'Level 909 points'])
  expect(
    screen.getByText('The highest step reached counts for each figure, up to 3 points for all figures together.'),
  ).toBeTruthy()
  expect(figures?.textContent).toContain('Delve depth 3,0004 points')
})

test('an event without its own rules shows the usual steps', async () => {
  seed(null)
  await renderInEvent(<PersonalRules />)
  expect(screen.getAllByRole('listitem')).toHaveLength(8)
  expect(screen.getByText('Atlas passives allocated 40').parentElement?.textContent).toContain('3 points')
})
