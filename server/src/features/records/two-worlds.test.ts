import type { PlayerRecord } from '@muster/contract/records'
import { describe, expect, it } from 'vitest'
import { anObjective, aUser, testNow } from '../../testing/builders.ts'
import { recordScene, type User, type World } from '../../testing/record-scene.ts'
import { useTestServer } from '../../testing/use-server.ts'

const hour = 3_600_000

const server = useTestServer()

const { read, share, aCharacter, aSample, aWorld, score } = recordScene(server)

// Two players whose records differ only in secrets.
describe('a viewer without rights learns nothing', () => {
  const opensAt = testNow + 2 * hour

  interface Secret {
    readonly name: string
    readonly points: number
    readonly is_member: boolean
  }

  async function aSecretWorld({ name, points, is_member }: Secret): Promise<World & { hidden: World }> {
    const world = await aWorld({ name: 'Open to all' })
    const { event, root, red, ada } = world
    await score(world, red, { user_id: ada.id, by: { name: 'Open find' } })
    // Hidden progress of the team, including points.
    await score(world, red, { points, finished: false, user_id: ada.id, by: { name: 'Quiet', hide_progress: true } })
    // An objective that opens later, scored before its start was moved.
    await score(world, red, { points, user_id: ada.id, by: { name, valid_from: new Date(opensAt) } })
    // Personal points before the first checkpoint.
    const category = {
      objective_type: 'CATEGORY',
      aggregation: 'NONE',
      parent_id: root.id,
      view: 'personal',
    } as const
    const personal = await anObjective(server.db, event.id, { ...category, name: 'Personal' })
    await anObjective(server.db, event.id, { parent_id: personal.id, valid_to: new Date(opensAt), name: 'Checkpoint' })
    await score(world, red, { points, user_id: ada.id, by: { name: 'Steps', parent_id: personal.id, aggregation: 'MAXIMUM' } })
    // A hidden event.
    const hidden = await aWorld({ name, is_public: false }, is_member ? world : undefined)
    await score(hidden, hidden.red, { points, user_id: ada.id, by: { name } })
    if (is_member) await aCharacter(hidden.event.id, ada.id, { level: 100, name })
    if (is_member) for (const minutes of [0, 20]) await aSample(hidden.event.id, ada.id, minutes)
    await share(ada, { shown_to: 'everyone', shows_hours: true })
    return { ...world, hidden }
  }

  it('about hidden events, hidden progress, objectives that open later and personal points before their time', async () => {
    server.setNow(testNow)
    const worlds = [
      await aSecretWorld({ name: 'Hoard of the dragon', points: 40, is_member: true }),
      await aSecretWorld({ name: 'A walk in the woods', points: 3, is_member: false }),
    ] as const
    const outsider = await aUser(server.db)
    /** Ids and names of the world itself are no secret. */
    const neutral = ({ event, red, ada }: World, { events, finds, ...record }: PlayerRecord) => ({
      ...record,
      user: ada.id === record.user.id,
      events: events.map((row) => ({
        ...row,
        event: row.event.id === event.id,
        team: { ...row.team, id: row.team?.id === red.id },
      })),
      finds: finds.map(({ event_id, team_id, objective_id: _, ...find }) => ({
        ...find,
        here: event_id === event.id && team_id === red.id,
      })),
    })
    const seenBy = async (world: World, viewer?: User) => neutral(world, await read(world.ada.id, viewer))
    const [one, two] = worlds
    expect(await seenBy(one)).toEqual(await seenBy(two))
    expect(await seenBy(one, outsider)).toEqual(await seenBy(two, outsider))
    expect(await seenBy(one)).toMatchObject({ totals: { events: 1, points: 10 }, finds: [{ name: 'Open find' }] })
  })

  it('until rights exist: team mates see their own progress, members and roles the hidden event, everyone open objectives', async () => {
    server.setNow(testNow)
    const { ada, mate, rival } = await aSecretWorld({ name: 'Hoard', points: 40, is_member: true })
    const judge = await aUser(server.db, { permissions: ['submission_judge'] })
    const totals = async (viewer?: User) => {
      const record = await read(ada.id, viewer)
      return [record.totals?.events, record.totals?.points]
    }
    // The public find; for the team also the hidden one; for members the one of the hidden event.
    expect(await totals()).toEqual([1, 10])
    expect(await totals(mate)).toEqual([2, 10 + 40 + 40])
    expect(await totals(ada)).toEqual([2, 10 + 40 + 40])
    expect(await totals(rival)).toEqual([2, 10 + 40])
    expect(await totals(judge)).toEqual([2, 10 + 40])
    server.setNow(opensAt)
    expect(await totals()).toEqual([1, 10 + 40 + 40])
  })
})
