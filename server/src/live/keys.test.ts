import type { KeyScope } from '@muster/contract/keys'
import { describe, expect, it } from 'vitest'
import type { Row } from '../db/schema.ts'
import { aMember, anEvent, anObjective, aScoreChange, aTeam, aUser, testNow } from '../testing/builders.ts'
import { startFeedServer } from '../testing/feeds.ts'
import { makeKey } from '../testing/keys.ts'
import { openStream } from '../testing/streams.ts'
import { useOpened } from '../testing/use-server.ts'

const server = useOpened(() => startFeedServer({ limits: { sockets_per_person: 2 } }))

/** An event with a player, their team, and an objective with hidden progress. */
async function aTeamOfOne(event: Partial<Row<'events'>> = {}) {
  const { db } = server
  const { id: event_id } = await anEvent(db, event)
  const [own, rivals] = [await aTeam(db, event_id), await aTeam(db, event_id)]
  const [open, secret] = [await anObjective(db, event_id), await anObjective(db, event_id, { hide_progress: true })]
  const player = await aUser(db)
  await aMember(db, own, player.id)
  return { event_id, own, rivals, open, secret, player, path: `/events/${event_id}/scores/stream` }
}

const follow = async (path: string, user: Row<'users'>, scopes: readonly KeyScope[], ends: string | null = null) => {
  const key = await makeKey(server, user, scopes, ends)
  const stream = await openStream(server.port, path, key.headers)
  await stream.has('id: ')
  return { key: key.key, headers: key.headers, stream }
}
const rights = 'event: reload\nretry: 10000\ndata: {"reason":"rights"}'

/** Rights are checked at most once a second; the hub's time stands still in tests. */
async function endedWithRights(stream: Awaited<ReturnType<typeof openStream>>): Promise<void> {
  await server.pass(() => expect(stream.text).toContain(rights))
  await stream.ended()
}

describe('a stream with a key', () => {
  it("has the hidden progress of its user's team with the scope of the team only", async () => {
    const { event_id, own, rivals, open, secret, player, path } = await aTeamOfOne()
    const [team, visitor] = [await follow(path, player, ['team']), await follow(path, player, ['public', 'own'])]
    const score = (objective: Row<'objectives'>, { id }: Row<'teams'>, points: number) =>
      aScoreChange(server.db, { event_id, objective, team_id: id, points, finished: false })
    await score(secret, rivals, 1)
    await score(secret, own, 2)
    await score(open, own, 3)
    for (const { stream } of [team, visitor]) {
      await server.pass(() => expect(stream.text).toContain('"sequence":3'))
    }
    const numbersIn = (text: string) => [...text.matchAll(/"sequence":(\d)/g)].map(([, number]) => number)
    expect(numbersIn(team.stream.text)).toEqual(['2', '3'])
    expect(numbersIn(visitor.stream.text)).toEqual(['3'])
    for (const { stream } of [team, visitor]) stream.close()
  })

  it('ends when the key is revoked, and the same key opens no other', async () => {
    const { player, path } = await aTeamOfOne()
    const { key, headers, stream } = await follow(path, player, ['public'])
    await server.send('DELETE', `/users/self/keys/${key.id}`, await server.as(player))
    await endedWithRights(stream)
    expect((await openStream(server.port, path, headers)).status).toBe(401)
  })

  it('ends when its date has come', async () => {
    const { player, path } = await aTeamOfOne()
    const { stream } = await follow(path, player, ['public'], new Date(testNow + 1000).toISOString())
    server.setNow(testNow + 1000)
    await endedWithRights(stream)
    server.setNow(testNow)
  })

  it('ends when its owner leaves the team, but only with the scope of the team', async () => {
    const { event_id, own, open, player, path } = await aTeamOfOne()
    const [team, visitor] = [await follow(path, player, ['team']), await follow(path, player, ['public'])]
    await server.db.deleteFrom('team_users').where('user_id', '=', player.id).execute()
    await endedWithRights(team.stream)
    await aScoreChange(server.db, { event_id, objective: open, team_id: own.id, points: 1 })
    await server.pass(() => expect(visitor.stream.text).toContain('"sequence":1'))
    visitor.stream.close()
  })

  it('of a hidden event ends for a member who leaves, as if the event were gone', async () => {
    const { player, path } = await aTeamOfOne({ is_public: false })
    const { stream } = await follow(path, player, ['team'])
    await server.db.deleteFrom('team_users').where('user_id', '=', player.id).execute()
    await server.pass(() => expect(stream.text).toContain('event: gone'))
  })

  it('ends when its owner deletes their account', async () => {
    const { player, path } = await aTeamOfOne()
    const { stream } = await follow(path, player, ['team'])
    await server.send('POST', '/users/self/delete', await server.as(player), { display_name: player.display_name })
    await endedWithRights(stream)
  })

  it('stays open when its owner logs out everywhere or gets a role', async () => {
    const { event_id, own, open, player, path } = await aTeamOfOne()
    const { stream } = await follow(path, player, ['team'])
    await server.send('POST', '/users/self/logout-everywhere', await server.as(player))
    await server.db
      .updateTable('users')
      .set({ permissions: ['admin'] })
      .where('id', '=', player.id)
      .execute()
    server.timer.advance(5000)
    await aScoreChange(server.db, { event_id, objective: open, team_id: own.id, points: 1 })
    await server.pass(() => expect(stream.text).toContain('"sequence":1'))
    expect(stream.text).not.toContain('reload')
    stream.close()
  })

  it('counts for the key, not for the login of its owner or for other keys', async () => {
    const { player, path } = await aTeamOfOne()
    const { headers, stream } = await follow(path, player, ['public'])
    const second = await openStream(server.port, path, headers)
    expect((await openStream(server.port, path, headers)).status).toBe(429)
    const [login, other] = [await openStream(server.port, path, await server.as(player)), await follow(path, player, ['team'])]
    expect([login.status, other.stream.status]).toEqual([200, 200])
    for (const one of [stream, second, login, other.stream]) one.close()
  })

  it('opens as a socket, too', async () => {
    const { event_id, player } = await aTeamOfOne()
    const { headers } = await makeKey(server, player, ['team'])
    const client = await server.connect(`/events/${event_id}/scores/ws`, { ...headers })
    client.socket.close()
    expect(await server.refuse(`/events/${event_id}/scores/ws`, { authorization: `${headers.authorization}x` })).toMatchObject({
      status: 401,
    })
  })
})
