import { beforeEach, describe, expect, it } from 'vitest'
import { anEvent, aTeam, aUser } from '../../testing/builders.ts'
import { findPlanned, type OpenPlan, openPlan, orderOf } from '../../testing/team-plan.ts'
import { useTestServer } from '../../testing/use-server.ts'

const testServer = useTestServer()
let scene: OpenPlan
beforeEach(async () => {
  scene = await openPlan(testServer)
})

describe('the seen mark', () => {
  it('is counted once for each member, and leads see who it was', async () => {
    const { server, first, lead, otherLead, mate, path, readPlan, userOf, suggest, readReaders, seeNow } = scene
    await suggest(first)
    for (const who of [mate, mate, otherLead]) expect((await seeNow(first, who)).statusCode).toBe(204)
    expect(findPlanned(await readPlan(), first)).toMatchObject({ seen: 3 })
    expect(await readReaders()).toEqual([
      { objective_id: first, user_ids: [userOf(lead).id, userOf(mate).id, userOf(otherLead).id] },
    ])
    expect((await server.get(path('plan/seen'), mate)).statusCode).toBe(403)
  })

  it('is cleared by another text, and kept if the same text is saved again', async () => {
    const { first, readPlan, markSeen, suggest, seeNow } = scene
    await suggest(first, { extra: 'one' })
    const { version } = findPlanned(await readPlan(), first) ?? {}
    await seeNow(first)
    await suggest(first, { extra: 'one' })
    expect(findPlanned(await readPlan(), first)).toMatchObject({ seen: 2 })
    await suggest(first, { extra: 'two' })
    expect(findPlanned(await readPlan(), first)).toMatchObject({ seen: 1 })
    await markSeen([{ objective_id: first, version }])
    expect(findPlanned(await readPlan(), first)).toMatchObject({ seen: 1 })
  })

  it('works for the message, for many entries together and repeatedly; unknown entries are ignored', async () => {
    const { root, first, third, readPlan, markSeen, suggest } = scene
    await suggest(first)
    await suggest(root.id, { extra: 'Breach' })
    const plan = await readPlan()
    const all = [plan.message, ...plan.entries].map((entry) => ({ objective_id: entry?.objective_id, version: entry?.version }))
    expect(
      (await markSeen([...all, ...all, { objective_id: third, version: 1 }, { objective_id: 999_999, version: 1 }])).statusCode,
    ).toBe(204)
    expect(await readPlan()).toMatchObject({ message: { seen: 2 }, entries: [{ seen: 2 }] })
    expect((await markSeen([])).statusCode).toBe(204)
  })

  it('ignores members who have left the team', async () => {
    const { first, lead, mate, readPlan, userOf, suggest, readReaders, take, seeNow, server } = scene
    const { db } = server
    await suggest(first)
    await seeNow(first)
    await take(first)
    await db
      .deleteFrom('team_users')
      .where('user_id', '=', userOf(mate).id as never)
      .execute()
    expect(await readPlan(lead)).toMatchObject({ members: 2, entries: [{ seen: 1, taken_by: [] }] })
    expect(await readReaders()).toEqual([{ objective_id: first, user_ids: [userOf(lead).id] }])
  })
})

describe('the mark of a member who works on an entry', () => {
  it('is set and cleared by members themselves, as often as they like', async () => {
    const { first, lead, mate, readPlan, userOf, suggest, take, leave } = scene
    await suggest(first)
    for (const who of [mate, lead, mate]) expect((await take(first, who)).statusCode).toBe(204)
    expect(findPlanned(await readPlan(), first)?.taken_by.map(({ id }) => id)).toEqual([userOf(mate).id, userOf(lead).id])
    for (const _ of [1, 2]) expect((await leave(first)).statusCode).toBe(204)
    expect(findPlanned(await readPlan(), first)?.taken_by.map(({ id }) => id)).toEqual([userOf(lead).id])
  })

  it('is impossible for entries outside the plan: removed ones, unknown ones, a message', async () => {
    const { root, first, second, suggest, remove, take } = scene
    await suggest(first)
    await remove(first)
    await suggest(root.id, { extra: 'Breach' })
    for (const id of [first, second, root.id, 999_999])
      expect((await take(id)).json()).toMatchObject({ code: 'suggestion_not_found' })
  })
})

describe('other teams', () => {
  it('get the same bytes, headers and work for any plan', async () => {
    const { server, root, first, mate, rival, path, readPlan, userOf, suggest, take, seeNow } = scene
    const ask = async () => {
      const answers = []
      for (const [method, rest, body] of [
        ['GET', 'plan'],
        ['GET', 'plan/seen'],
        ['GET', 'suggestions'],
        ['PUT', `suggestions/${first}/taken`],
        ['DELETE', `suggestions/${first}/taken`],
        ['PUT', 'plan/seen', { entries: [{ objective_id: first, version: 1 }] }],
        ['PUT', 'plan', { version: 0, windows: [], entries: [{ objective_id: 999_999 }] }],
      ] as const) {
        const asked = server.statements()
        const answer = method === 'GET' ? await server.get(path(rest), rival) : await server.send(method, path(rest), rival, body)
        const { date: _, 'x-request-id': __, ...headers } = answer.headers
        const work = server.statements() - asked
        answers.push({ method, rest, status: answer.statusCode, body: answer.body, headers, work })
      }
      return answers
    }
    const before = await ask()
    await suggest(first, { extra: 'ours' })
    await suggest(root.id, { extra: 'ours' })
    await seeNow(first)
    await take(first)
    expect(await ask()).toEqual(before)
    expect(findPlanned(await readPlan(), first)).toMatchObject({ seen: 2, taken_by: [{ id: userOf(mate).id }] })
  })

  it('plan for their own team only', async () => {
    const { first, second, rival, readPlan, suggest, arrangeAs } = scene
    await suggest(first, { extra: 'ours' })
    await arrangeAs([second, first], {}, rival)
    expect(orderOf(await readPlan())).toEqual([first])
    expect(orderOf(await readPlan(rival))).toEqual([second, first])
  })

  it('of another event have no access, not even leads', async () => {
    const { server, first, aPlayer, path, arrange, take } = scene
    const { db } = server
    const elsewhere = await anEvent(db)
    const stranger = await aPlayer(await aTeam(db, elsewhere.id), true)
    const admin = await server.as(await aUser(db, { permissions: ['admin'] }))
    for (const who of [stranger, admin]) {
      expect((await arrange({ version: 0, windows: [], entries: [] }, who)).statusCode).toBe(403)
      expect((await server.get(path('plan'), who)).statusCode).toBe(403)
      expect((await take(first, who)).statusCode).toBe(403)
    }
  })

  it('have no write access: only leads change the plan', async () => {
    const { mate, arrange } = scene
    expect((await arrange({ version: 0, windows: [], entries: [] }, mate)).statusCode).toBe(403)
  })
})
