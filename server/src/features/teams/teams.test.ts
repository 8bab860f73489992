import { expect, it } from 'vitest'
import { aMember, anEvent, aTeam, aUser } from '../../testing/builders.ts'
import { useTestServer } from '../../testing/use-server.ts'

const server = useTestServer()

it('the teams of an event come by id, without teams of other events', async () => {
  const [event, other] = [await anEvent(server.db), await anEvent(server.db)]
  const [one, two] = [await aTeam(server.db, event.id, { name: 'Z' }), await aTeam(server.db, event.id, { name: 'A' })]
  await aTeam(server.db, other.id)
  const answer = await server.get(`/events/${event.id}/teams`)
  expect(answer.json()).toEqual([
    { id: one.id, event_id: event.id, name: 'Z', abbreviation: '', color: '', allowed_classes: [], version: 1, logo: null },
    { id: two.id, event_id: event.id, name: 'A', abbreviation: '', color: '', allowed_classes: [], version: 1, logo: null },
  ])
})

it('Q-03, D-74: every team has a key in the list of participants, with an empty list for an empty team', async () => {
  const event = await anEvent(server.db)
  const [full, empty] = [await aTeam(server.db, event.id), await aTeam(server.db, event.id)]
  const [one, two] = [await aUser(server.db, { display_name: 'One' }), await aUser(server.db, { display_name: 'Two' })]
  await aMember(server.db, full, two.id)
  await aMember(server.db, full, one.id, true)
  const answer = await server.get(`/events/${event.id}/users`)
  expect(answer.json()).toEqual({
    [full.id]: [
      { id: one.id, display_name: 'One' },
      { id: two.id, display_name: 'Two' },
    ],
    [empty.id]: [],
  })
})

it('an event without teams has none', async () => {
  const event = await anEvent(server.db)
  expect((await server.get(`/events/${event.id}/teams`)).json()).toEqual([])
  expect((await server.get(`/events/${event.id}/users`)).json()).toEqual({})
})
