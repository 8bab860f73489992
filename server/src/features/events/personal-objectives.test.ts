import type { Event } from '@muster/contract/events'
import { expect, it } from 'vitest'
import { anEvent } from '../../testing/builders.ts'
import { anEventBody as aBody, readDefinitions } from '../../testing/events.ts'
import { useRole, useTestServer } from '../../testing/use-server.ts'

const server = useTestServer()
const admin = useRole(server, 'admin')
const put = (body: unknown) => server.send('PUT', '/events', admin, body)
const definitionsOf = (event_id: number) => readDefinitions(server.db, event_id)
const personal_objectives = {
  cap: 9,
  steps: [{ number_field: 'PLAYER_LEVEL', at: 90, points: 9 }],
  figures_cap: 0,
  figures: [
    {
      number_field: 'DELVE_DEPTH',
      steps: [
        { at: 100, points: 1 },
        { at: 200, points: 2 },
      ],
    },
  ],
}

it('an event has its own rules for personal objectives, which stay if the body has none; null restores the usual ones', async () => {
  const { id } = (await put(aBody({ personal_objectives }))).json<Event>()
  const answer = await put(aBody({ id }))
  expect(answer.json()).toMatchObject({ personal_objectives })
  // The keys also keep their order, because edits are compared as texts.
  expect(answer.body).toContain(JSON.stringify(personal_objectives))
  expect(await definitionsOf(id)).toHaveLength(1)
  expect((await put(aBody({ id, personal_objectives: { ...personal_objectives, cap: 8 } }))).statusCode).toBe(201)
  expect((await definitionsOf(id)).at(-1)?.definition.personal_objectives?.cap).toBe(8)
  expect((await put(aBody({ id, personal_objectives: null }))).json()).toMatchObject({ personal_objectives: null })
  expect((await definitionsOf(id)).at(-1)?.definition).not.toHaveProperty('personal_objectives')
})

const aStep = { number_field: 'PLAYER_LEVEL', at: 90, points: 3 }
it.each([
  ['cap', { cap: -1 }, 'must not be negative'],
  ['steps', { steps: [], figures: [] }, 'needs a step or a figure'],
  ['steps.0.points', { steps: [{ ...aStep, points: 1.5 }] }, 'must be a whole number'],
  ['steps.0.at', { steps: [{ ...aStep, at: 0 }] }, 'must be 1 or more'],
  ['steps.1.at', { steps: [aStep, aStep] }, 'must be higher than 90, the step before it'],
  ['steps.0.at', { steps: [{ ...aStep, at: 101 }] }, 'must not be higher than 100, the most that a player can reach'],
  [
    'steps.0.number_field',
    { steps: [{ ...aStep, number_field: 'PLAYER_SCORE' }] },
    'must be a number that characters show, and not PLAYER_SCORE itself',
  ],
  ['figures.0.steps', { figures: [{ number_field: 'DELVE_DEPTH', steps: [] }] }, 'needs a step'],
])('an event refuses rules for personal objectives with wrong %s: %j', async (field, wrong, problem) => {
  const { id } = await anEvent(server.db)
  const body = aBody({ id, personal_objectives: { ...personal_objectives, ...wrong } })
  for (const answer of [await put(body), await put({ ...body, id: null })])
    expect(answer.json()).toMatchObject({
      code: 'invalid_request',
      problems: [{ field: `personal_objectives.${field}`, problem }],
    })
})

it('an event refuses steps that its game does not have, even when only the game changes', async () => {
  const { id } = (await put(aBody({ personal_objectives }))).json<Event>()
  const problems = [{ field: 'personal_objectives.figures.0.number_field', problem: 'is a number that this game does not have' }]
  expect((await put(aBody({ id, game_version: 'poe2' }))).json()).toMatchObject({ code: 'invalid_request', problems })
  const edits = [{ kind: 'save_event', event: { game_version: 'poe2' } }]
  const edited = await server.send('POST', `/events/${id}/definition/edits`, admin, { edits })
  expect(edited.json()).toMatchObject({ problems: problems.map((one) => ({ ...one, field: `edits.0.event.${one.field}` })) })
})
