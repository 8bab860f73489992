import { inflateSync } from 'node:zlib'
import { assert, expect, test } from 'vitest'
import { useReadCharacters } from '../testing/simulated-event.ts'
import { insertRows } from '../testing/builders.ts'
import { fetchCharacterData } from './fetch-character-data.ts'

const minutes = (count: number) => count * 60_000

const world = useReadCharacters()

const builds = () => world.ctx.db.selectFrom('character_builds').selectAll().orderBy('id').execute()

test('a wish is ticked when a reading shows its item, for its owner alone, and never against the owner’s own choice', async () => {
  const { db } = world.ctx
  const [build] = await builds()
  assert(build)
  const { user_id } = await db
    .selectFrom('characters')
    .select('user_id')
    .where('id', '=', build.character_id)
    .executeTakeFirstOrThrow()
  assert(user_id)
  const gems = [
    ...inflateSync(build.export)
      .toString()
      .matchAll(/ nameSpec="([^"&]+)"/g),
  ].map((match) => match[1] ?? '')
  const [name = '', other = ''] = new Set(gems)
  const places = await db.selectFrom('team_users').select(['event_id', 'team_id', 'user_id']).execute()
  const own = places.filter((place) => place.user_id === user_id)
  const [stranger] = places.filter((place) => place.user_id !== user_id)
  const gem = { kind: 'gem' as const, added_at: new Date(world.ctx.clock.now()) }
  await insertRows(db, 'team_wishes', [
    ...own.map((place) => ({ ...place, ...gem, name })),
    ...own.map((place) => ({ ...place, ...gem, name: other, is_ticked_by_hand: true })),
    ...own.map((place) => ({ ...place, ...gem, name: 'A gem of tomorrow' })),
  ])
  assert(stranger)
  await insertRows(db, 'team_wishes', { ...stranger, ...gem, name: 'A gem of tomorrow' })
  const account = await db.selectFrom('accounts').select('name').where('user_id', '=', user_id).executeTakeFirstOrThrow()
  world.simulator.inject({ kind: 'level', account: account.name, level: 93 })
  world.simulator.step(minutes(5))
  await db
    .updateTable('character_polls')
    .set({ detail_due_at: new Date(0) })
    .execute()
  await world.run(fetchCharacterData)
  const rows = await db.selectFrom('team_wishes').select(['name', 'fulfilled_at']).orderBy('position').execute()
  expect(rows.map((row) => [row.name, row.fulfilled_at !== null])).toEqual([
    [name, true],
    [other, false],
    ['A gem of tomorrow', false],
    ['A gem of tomorrow', false],
  ])
  await db.deleteFrom('team_wishes').execute()
})
