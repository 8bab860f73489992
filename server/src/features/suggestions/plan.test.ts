import { beforeEach, describe, expect, it } from 'vitest'
import type { TeamPlan } from '@muster/contract/suggestions'
import { maxPlanned } from '@muster/contract/suggestions'
import { aMember, anObjective, aUser, testNow } from '../../testing/builders.ts'
import { findPlanned, type OpenPlan, openPlan, orderOf } from '../../testing/team-plan.ts'
import { useTestServer } from '../../testing/use-server.ts'

const testServer = useTestServer()
let scene: OpenPlan
beforeEach(async () => {
  scene = await openPlan(testServer)
})

describe('the plan of a team', () => {
  it('is empty at first', async () => {
    const { readPlan } = scene
    expect(await readPlan()).toEqual({ version: 0, windows: [], message: null, entries: [], members: 3 })
  })

  it('lists suggestions with author and time, and the message to the team separately', async () => {
    const { root, second, lead, readPlan, userOf, suggest } = scene
    await suggest(second, { extra: 'Tonight' })
    await suggest(root.id, { extra: 'Breach, please' })
    const { message, entries } = await readPlan()
    const author = { id: userOf(lead).id, display_name: userOf(lead).display_name }
    const written = { written_by: author, written_at: new Date(testNow).toISOString(), window: null, taken_by: [] }
    expect(entries).toEqual([
      { objective_id: second, extra: 'Tonight', position: 1, version: expect.any(Number), seen: 1, ...written },
    ])
    expect(message).toMatchObject({ objective_id: root.id, extra: 'Breach, please', position: 0, ...written })
  })

  it('keeps the order of insertion, until it is arranged', async () => {
    const { first, second, third, readPlan, suggest, arrangeAs } = scene
    for (const id of [third, first, second]) await suggest(id)
    expect(orderOf(await readPlan())).toEqual([third, first, second])
    const answer = await arrangeAs([first, second, third])
    expect(answer.statusCode).toBe(200)
    expect(orderOf(answer.json())).toEqual([first, second, third])
    expect(await readPlan()).toEqual(answer.json())
  })

  it('is ordered by time windows first, with entries without a window last', async () => {
    const { first, second, third, arrangeAs } = scene
    const windows = [
      { name: 'First hour', starts_at: null, ends_at: '2026-01-16T20:00:00+01:00' },
      { name: 'Evening', starts_at: '2026-01-16T19:00:00Z', ends_at: null },
    ]
    const entries = [{ objective_id: first }, { objective_id: second, window: 1 }, { objective_id: third, window: 0 }]
    const plan = (await arrangeAs([], { windows, entries })).json<TeamPlan>()
    expect(plan.windows).toEqual([
      { ...windows[0], ends_at: '2026-01-16T19:00:00.000Z' },
      { ...windows[1], starts_at: '2026-01-16T19:00:00.000Z' },
    ])
    expect(plan.entries.map(({ objective_id, window, position }) => [objective_id, window, position])).toEqual([
      [third, 0, 1],
      [second, 1, 2],
      [first, null, 3],
    ])
  })

  it('keeps place and time window if a client without plans saves again', async () => {
    const { first, second, readPlan, suggest, arrangeAs } = scene
    await arrangeAs([], {
      windows: [{ name: 'Evening' }],
      entries: [{ objective_id: first, window: 0 }, { objective_id: second }],
    })
    await suggest(first, { extra: 'written by an older client' })
    expect(findPlanned(await readPlan(), first)).toMatchObject({ extra: 'written by an older client', position: 1, window: 0 })
  })

  it('adds entries that an arrangement names', async () => {
    const { first, second, suggest, arrangeAs } = scene
    await suggest(first, { extra: 'stays' })
    const plan = (await arrangeAs([second, first])).json<TeamPlan>()
    expect(plan.entries.map(({ objective_id, extra }) => [objective_id, extra])).toEqual([
      [second, ''],
      [first, 'stays'],
    ])
  })

  it('refuses an arrangement that would lose an entry, and names the field', async () => {
    const { root, first, second, readPlan, suggest, arrangeAs } = scene
    const far = { name: 'Never', starts_at: '2026-01-16T19:00:00Z', ends_at: '2026-01-16T19:00:00Z' }
    await suggest(first)
    const cases: [object, string][] = [
      [{ entries: [{ objective_id: second }] }, 'entries'],
      [{ entries: [{ objective_id: first }, { objective_id: first }] }, 'entries'],
      [{ entries: [{ objective_id: first }, { objective_id: root.id }] }, 'entries'],
      [{ entries: [{ objective_id: first, window: 0 }] }, 'entries.0.window'],
      [{ windows: [far] }, 'windows.0.ends_at'],
      [{ windows: [{ name: ' ' }] }, 'windows.0.name'],
      [{ windows: Array(13).fill({ name: 'One of many' }) }, 'windows'],
      [{ entries: Array(maxPlanned + 1).fill({ objective_id: first }) }, 'entries'],
    ]
    for (const [change, field] of cases) {
      const answer = await arrangeAs([first], change)
      expect([answer.statusCode, answer.json()]).toMatchObject([400, { problems: [{ field }] }])
    }
    expect(orderOf(await readPlan())).toEqual([first])
  })

  it('holds at most 200 objectives', async () => {
    const { event, root, first, suggest, remove, arrangeAs, server } = scene
    const { db } = server
    const event_id = event.id
    const rows = await db
      .insertInto('objectives')
      .values(
        Array.from({ length: maxPlanned }, (_, index) => ({
          event_id,
          parent_id: root.id,
          name: `Many ${index}`,
          objective_type: 'ITEM' as const,
          aggregation: 'EARLIEST' as const,
          number_field: 'STACK_SIZE' as const,
          required_number: 1,
        })),
      )
      .returning('id')
      .execute()
    expect((await arrangeAs(rows.map(({ id }) => id))).statusCode).toBe(200)
    expect((await suggest(first)).json()).toMatchObject({ code: 'plan_full' })
    expect((await suggest(root.id, { extra: 'which do not include a message' })).statusCode).toBe(201)
    await remove(rows[0]?.id ?? 0)
    expect((await suggest(first)).statusCode).toBe(201)
  })
})

describe('two simultaneous leads', () => {
  it('do not overwrite each other’s order: the second is refused', async () => {
    const { first, second, third, otherLead, readPlan, arrange, suggest } = scene
    for (const id of [first, second, third]) await suggest(id)
    const { version } = await readPlan()
    const sent = (ids: number[]) => ({ version, windows: [], entries: ids.map((objective_id) => ({ objective_id })) })
    const both = await Promise.all([arrange(sent([third, second, first])), arrange(sent([second, first, third]), otherLead)])
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(both.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ code: 'changed_meanwhile' })
  })

  it("cannot lose the other's additions, edits or removals", async () => {
    const { first, second, otherLead, readPlan, arrange, suggest, remove } = scene
    await suggest(first)
    const changes = [
      () => suggest(second, {}, otherLead),
      () => suggest(first, { extra: 'new' }, otherLead),
      () => remove(second, otherLead),
    ]
    for (const change of changes) {
      const { version, entries } = await readPlan()
      await change()
      const stale = { version, windows: [], entries: entries.map(({ objective_id }) => ({ objective_id })) }
      expect((await arrange(stale)).json()).toMatchObject({ code: 'changed_meanwhile' })
    }
  })

  it('do not overwrite each other’s texts, if they send the previous text', async () => {
    const { first, otherLead, readPlan, suggest, remove } = scene
    await suggest(first, { extra: 'ours' })
    const base_version = findPlanned(await readPlan(), first)?.version
    expect((await suggest(first, { extra: 'theirs', base_version }, otherLead)).statusCode).toBe(201)
    expect((await suggest(first, { extra: 'mine', base_version })).json()).toMatchObject({ code: 'changed_meanwhile' })
    await remove(first)
    expect((await suggest(first, { extra: 'mine', base_version })).json()).toMatchObject({ code: 'changed_meanwhile' })
    expect(await readPlan()).toMatchObject({ entries: [] })
  })
})

describe('removing', () => {
  it('removes the message to the team as well', async () => {
    const { root, readPlan, suggest, remove } = scene
    await suggest(root.id, { extra: 'Breach, please' })
    expect((await remove(root.id)).statusCode).toBe(204)
    expect(await readPlan()).toMatchObject({ message: null })
  })

  it('can be undone: place, time window, readers and takers come back', async () => {
    const { first, second, readPlan, suggest, remove, arrangeAs, take, seeNow } = scene
    await arrangeAs([], {
      windows: [{ name: 'Evening' }],
      entries: [first, second].map((objective_id) => ({ objective_id, window: 0 })),
    })
    await suggest(first, { extra: 'Tonight' })
    await seeNow(first)
    await take(first)
    const before = await readPlan()
    await remove(first)
    expect(orderOf(await readPlan())).toEqual([second])
    await suggest(first, { extra: 'Tonight' })
    expect({ ...(await readPlan()), version: before.version }).toEqual(before)
  })

  it('starts from nothing if an arrangement adds it again', async () => {
    const { first, readPlan, suggest, remove, arrangeAs, take } = scene
    await suggest(first, { extra: 'Tonight' })
    await take(first)
    await remove(first)
    await arrangeAs([first])
    expect(findPlanned(await readPlan(), first)).toMatchObject({ extra: '', taken_by: [], seen: 1 })
  })

  it('clears a time window that has changed since', async () => {
    const { first, readPlan, suggest, remove, arrangeAs } = scene
    await arrangeAs([], { windows: [{ name: 'Evening' }], entries: [{ objective_id: first, window: 0 }] })
    await remove(first)
    await arrangeAs([], { windows: [{ name: 'Morning' }] })
    await suggest(first)
    expect(findPlanned(await readPlan(), first)).toMatchObject({ window: null })
  })

  it('of an objective or of a team removes all its plans', async () => {
    const { first, second, ours, readPlan, suggest, take, server } = scene
    const { db } = server
    await suggest(first)
    await take(first)
    await suggest(second)
    await db
      .deleteFrom('objectives')
      .where('id', '=', first as never)
      .execute()
    expect(orderOf(await readPlan())).toEqual([second])
    await db.deleteFrom('teams').where('id', '=', ours.id).execute()
    expect(await db.selectFrom('team_suggestions').select('objective_id').where('team_id', '=', ours.id).execute()).toEqual([])
  })
})

it('objectives that open later cannot be planned, not even by a lead who sees them', async () => {
  const { server, event, root, ours, readPlan, suggest, arrangeAs } = scene
  const { db } = server
  const designer = await aUser(db, { permissions: ['objective_designer'] })
  await aMember(db, ours, designer.id, true)
  const headers = await server.as(designer)
  const later = await anObjective(db, event.id, { parent_id: root.id, valid_from: new Date(testNow + 1) })
  expect((await suggest(later.id, {}, headers)).json()).toMatchObject({ code: 'objective_not_found' })
  expect((await arrangeAs([later.id], {}, headers)).json()).toMatchObject({ code: 'objective_not_found' })
  expect(await readPlan()).toMatchObject({ version: 0, entries: [] })
})
