import type { EventId } from '@muster/contract/ids'
import { closeReload, eventChange } from '@muster/contract/scores'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../db/schema.ts'
import { aMember, anEvent, anObjective, aScoreChange, aTeam, aUser } from '../testing/builders.ts'
import { type FeedClient, startFeedServer } from '../testing/feeds.ts'
import { useOpened } from '../testing/use-server.ts'

const server = useOpened(startFeedServer)
let admin: { authorization: string }
beforeAll(async () => {
  admin = await server.as(await aUser(server.db, { permissions: ['admin'] }))
})

/** A socket of a user, or of a visitor without a login. */
async function follow(event_id: EventId, user: Row<'users'> | null, feed = 'ws'): Promise<FeedClient> {
  const path = `/events/${event_id}/scores/${feed}`
  return user ? server.connect(path, await server.as(user)) : server.connect(path)
}
/** The feed sends nothing to viewers with unchanged rights; a change visible to everyone proves that they are still connected. */
async function expectOpen(event_id: EventId, clients: readonly FeedClient[]): Promise<void> {
  const [objective, team] = [await anObjective(server.db, event_id), await aTeam(server.db, event_id)]
  const counts = clients.map((client) => client.messages.length)
  await aScoreChange(server.db, { event_id, objective, team_id: team.id, points: 1 })
  await Promise.all(clients.map((client, place) => server.passUntil(client, (counts[place] ?? 0) + 1)))
}
/** Rights are checked at most once a second; after this pause the next notification is handled immediately. */
const rest = () => server.timer.advance(1000)
const assign = (event_id: EventId, rows: object[]) => server.send('PUT', `/events/${event_id}/teams/users`, admin, rows)

describe('an open socket is closed to reconnect with the current rights,', () => {
  it('when its user joins, changes or leaves a team; other sockets stay open', async () => {
    const { id } = await anEvent(server.db)
    const [one, two] = [await aTeam(server.db, id), await aTeam(server.db, id)]
    const [comer, mover, leaver, other] = [
      await aUser(server.db),
      await aUser(server.db),
      await aUser(server.db),
      await aUser(server.db),
    ]
    for (const user of [mover, leaver, other]) await aMember(server.db, one, user.id)
    const moved = [await follow(id, comer), await follow(id, mover), await follow(id, leaver)]
    const stayed = [await follow(id, other), await follow(id, null), await follow(id, leaver, 'simple/ws')]
    rest()
    await assign(id, [
      { user_id: comer.id, team_id: one.id },
      { user_id: mover.id, team_id: two.id },
      { user_id: leaver.id, team_id: 0 },
      { user_id: other.id, team_id: one.id, is_team_lead: true },
    ])
    expect(await Promise.all(moved.map((client) => client.closeCode()))).toEqual([closeReload, closeReload, closeReload])
    await expectOpen(id, stayed)
  })

  it('when its team is deleted, and when its user withdraws from the event', async () => {
    const { id } = await anEvent(server.db)
    const [one, two] = [await aTeam(server.db, id), await aTeam(server.db, id)]
    const [first, second] = [await aUser(server.db), await aUser(server.db)]
    await aMember(server.db, one, first.id)
    await aMember(server.db, two, second.id)
    const clients = [await follow(id, first), await follow(id, second)]
    rest()
    await server.send('DELETE', `/events/${id}/teams/${one.id}`, admin)
    expect(await clients[0]?.closeCode()).toBe(closeReload)
    rest()
    await server.send('DELETE', `/events/${id}/signups/${second.id}`, await server.as(second))
    expect(await clients[1]?.closeCode()).toBe(closeReload)
  })

  it('when its user logs out everywhere, or loses the role that shows a hidden event', async () => {
    const { id } = await anEvent(server.db, { is_public: false })
    const [judge, manager] = [
      await aUser(server.db, { permissions: ['submission_judge'] }),
      await aUser(server.db, { permissions: ['manager'] }),
    ]
    const [laptop, phone, fired] = [await follow(id, judge), await follow(id, judge, 'simple/ws'), await follow(id, manager)]
    rest()
    await server.send('POST', '/users/self/logout-everywhere', await server.as(judge))
    expect([await laptop.closeCode(), await phone.closeCode()]).toEqual([closeReload, closeReload])
    rest()
    await server.send('PATCH', `/users/${manager.id}`, admin, [])
    expect(await fired.closeCode()).toBe(closeReload)
  })

  it("when its user gets or loses a role, even if the same is visible: the page reads the user's roles again; setting the same role changes nothing", async () => {
    const { id } = await anEvent(server.db)
    const [helper, other] = [await aUser(server.db), await aUser(server.db, { permissions: ['manager', 'submission_judge'] })]
    const asHelper = async () => [await follow(id, helper), await follow(id, helper, 'simple/ws')]
    const stayed = [await follow(id, other), await follow(id, null)]
    for (const roles of [['submission_judge'], []]) {
      const clients = await asHelper()
      rest()
      await server.send('PATCH', `/users/${helper.id}`, admin, roles)
      expect(await Promise.all(clients.map((client) => client.closeCode()))).toEqual([closeReload, closeReload])
      expect(clients.map((client) => client.reason)).toEqual(['rights', 'rights'])
    }
    rest()
    await server.send('PATCH', `/users/${other.id}`, admin, ['submission_judge', 'manager'])
    await expectOpen(id, stayed)
  })

  it('even without a notification: rights are also checked at intervals', async () => {
    const { id } = await anEvent(server.db)
    const user = await aUser(server.db)
    const client = await follow(id, user)
    await aMember(server.db, await aTeam(server.db, id), user.id)
    await server.pass(() => expect(client.socket.readyState).not.toBe(client.socket.OPEN), 5000)
    expect(await client.closeCode()).toBe(closeReload)
  })
})

describe('an open socket', () => {
  it('is closed for good when its event is hidden from it or deleted', async () => {
    const { db } = server
    const [event, other] = [await anEvent(db), await anEvent(db)]
    const team = await aTeam(db, event.id)
    const player = await aUser(db)
    await aMember(db, team, player.id)
    const [visitor, member, elsewhere] = [
      await follow(event.id, null),
      await follow(event.id, player),
      await follow(other.id, null),
    ]
    const body = (await server.get(`/events/${event.id}`)).json<object>()
    rest()
    await server.send('PUT', '/events', admin, { ...body, is_public: false })
    expect(await visitor.closeCode()).toBe(1000)
    expect(visitor.reason).toBe(eventChange)
    await expectOpen(event.id, [member])
    rest()
    await server.send('DELETE', `/events/${event.id}`, admin)
    expect(await member.closeCode()).toBe(1000)
    expect(member.reason).toBe(eventChange)
    await expectOpen(other.id, [elsewhere])
  })
})
