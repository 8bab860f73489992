import { gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import type { ObjectiveId } from '@muster/contract/ids'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { recordDefinition } from '../../db/definition.ts'
import { evaluateStashChanges } from '../../jobs/evaluate-stash-changes.ts'
import { determineGuildStashAccess } from '../../jobs/determine-guild-stash-access.ts'
import { fetchCharacterData } from '../../jobs/fetch-character-data.ts'
import { fetchStashChanges } from '../../jobs/fetch-stash-changes.ts'
import { createLogger } from '../../log.ts'
import { openScorekeeper } from '../../scoring/scorekeeper.ts'
import { FenceLost } from '../../scoring/store.ts'
import { verifyStandings } from '../../scoring/verify.ts'
import { anObjective, aPreset, insertRows } from '../../testing/builders.ts'
import { startSimulatedEvent } from '../../testing/simulated-event.ts'
import { leaveTraces } from '../../testing/traces.ts'
import { findPerson } from '../privacy/person.ts'
import { nothing } from '../privacy/kept-table.ts'
import { personalTables } from '../privacy/register.ts'
import { deleteAccount } from './delete-account.ts'
import { useOpened } from '../../testing/use-server.ts'

// An event of the simulated game with a player who has left data everywhere and then deletes their account.

const minutes = (count: number) => count * 60_000

const world = useOpened(() => startSimulatedEvent({ hours: 2 }))
const logged: string[] = []
let ctx: (typeof world)['ctx']
beforeAll(async () => {
  ctx = { ...world.ctx, log: createLogger('trace', { write: (line: string) => void logged.push(line) }) }
  await addObjectives()
  for (const { account_name } of world.players) world.simulator.inject({ kind: 'level', account: account_name, level: 40 })
  await playOn()
})

const objectives: ObjectiveId[] = []
async function addObjectives(): Promise<void> {
  const { db } = ctx
  const { id: root } = await anObjective(db, world.event_id, {
    objective_type: 'CATEGORY',
    aggregation: 'NONE',
    number_field: 'FINISHED_OBJECTIVES',
  })
  const points = await aPreset(db, world.event_id, { points: [10, 5], scoring_method: 'RANKED_VALUE' })
  for (const columns of [
    { objective_type: 'ITEM' as const, aggregation: 'SUM_LATEST' as const },
    { objective_type: 'ITEM' as const, aggregation: 'MAXIMUM' as const },
    { objective_type: 'PLAYER' as const, aggregation: 'MAXIMUM' as const, number_field: 'PLAYER_LEVEL' as const },
    { objective_type: 'TEAM' as const, aggregation: 'MAXIMUM' as const, number_field: 'PLAYER_LEVEL' as const },
    { objective_type: 'SUBMISSION' as const, aggregation: 'SUM_LATEST' as const, number_field: 'SUBMISSION_VALUE' as const },
  ]) {
    const more = { parent_id: root, scoring_preset_id: points, ...columns }
    const { id } = await anObjective(db, world.event_id, more)
    objectives.push(id)
    if (columns.objective_type !== 'ITEM') continue
    const condition = { objective_id: id, field: 'ILVL' as const, operator: 'GT' as const, value: '-1' }
    await insertRows(db, 'conditions', condition)
  }
  await publish()
}

const publish = () =>
  ctx.db.transact((tx) =>
    recordDefinition(tx, world.event_id, { timestamp: new Date(ctx.clock.now()), author_id: null, reason: 'a test' }),
  )

/** Time passes, and all new data is read and matched. */
async function playOn(): Promise<void> {
  await world.run(fetchStashChanges, 1, ctx)
  for (let round = 0; round < 2; round++) {
    world.simulator.step(minutes(40))
    await world.run(fetchStashChanges, 6, ctx)
    await world.run(fetchCharacterData, 2, ctx)
    await world.run(evaluateStashChanges, 3, ctx)
  }
  await world.run(determineGuildStashAccess, 2, ctx)
}

const person = () => {
  const [, one] = world.players
  if (!one) throw new Error('nobody plays')
  return one
}

/** The whole database, each row as one text, packed columns unpacked. */
async function readEverything(): Promise<{ table: string; text: string }[]> {
  const names = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' order by 1`.execute(ctx.db)
  const unpack = (bytes: Buffer): string => {
    try {
      if (bytes[0] === 0x1f) return gunzipSync(bytes).toString('utf8')
      if (bytes[0] === 0x28) return zstdDecompressSync(bytes).toString('utf8')
      if (bytes[0] === 0x78) return inflateSync(bytes).toString('utf8')
    } catch {
      // Not an archive after all.
    }
    return bytes.toString('utf8')
  }
  const texts = []
  for (const { name } of names.rows) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(ctx.db)
    for (const row of rows) {
      const text = Object.values(row)
        .map((value) => (Buffer.isBuffer(value) ? unpack(value) : JSON.stringify(value)))
        .join(' ')
      texts.push({ table: name, text })
    }
  }
  return texts
}

const findIn = (texts: readonly { table: string; text: string }[], marks: readonly string[]) => {
  const wanted = marks.map((mark) => mark.toLowerCase())
  return texts.flatMap(({ table, text }) => {
    const lower = text.toLowerCase()
    return wanted.filter((mark) => lower.includes(mark)).map((mark) => `${table}: ${mark}`)
  })
}

const standings = async () =>
  JSON.stringify(
    await ctx.db
      .selectFrom('scores')
      .selectAll()
      .where('event_id', '=', world.event_id)
      .orderBy('objective_id')
      .orderBy('team_id')
      .execute(),
  )

async function score(): Promise<void> {
  const keeper = await openScorekeeper(ctx, world.event_id)
  await keeper.step()
}

describe('a deleted account', () => {
  it('removes every trace of the player, and keeps every point', async () => {
    const { user_id, account_name } = person()
    const [bounty, counted] = [objectives.at(-1) as ObjectiveId, objectives[1] as ObjectiveId]
    const now = new Date(ctx.clock.now())
    await leaveTraces(ctx.db, { ...person(), event_id: world.event_id, bounty, counted, now })
    await publish()
    await ctx.db.updateTable('definition_changes').set({ author_id: user_id }).execute()
    await score()
    const keeper = await openScorekeeper(ctx, world.event_id)
    await keeper.step()
    const found = await findPerson(ctx.db, user_id)
    if (!found) throw new Error('nobody is there')
    const characters = await ctx.db.selectFrom('characters').selectAll().where('user_id', '=', user_id).execute()
    const tabs = await ctx.db.selectFrom('stashes').selectAll().where('user_id', '=', user_id).execute()
    const names = [
      found.display_name,
      ...found.accounts.flatMap(({ account_id, name, handle }) => [account_id, name, ...(handle ? [handle] : [])]),
      ...characters.flatMap(({ id, name }) => [id, name]),
      ...tabs.map(({ stash_id }) => stash_id),
    ]
    const marks = [...names, 'cathy']
    // Without this the search below could be blind.
    for (const [table, kept] of personalTables) {
      if (kept.about === nothing && kept.by === undefined) continue
      const by = kept.by ? sql`(${kept.about(found)} or ${kept.by(found)})` : kept.about(found)
      const { rows } = await sql`select from ${sql.table(table)} where ${by} limit 1`.execute(ctx.db)
      expect({ table, rows: rows.length }).toEqual({ table, rows: 1 })
    }
    const before = { texts: await readEverything(), standings: await standings() }
    for (const mark of names) expect(findIn(before.texts, [mark])).not.toEqual([])
    expect(JSON.parse(before.standings)).not.toHaveLength(0)
    logged.length = 0

    const pseudonym = await deleteAccount(ctx, { user_id, author_id: user_id, display_name: account_name, reason: null })
    expect(pseudonym).toBe(`Former player ${user_id}`)

    expect(findIn(await readEverything(), marks)).toEqual([])
    expect(await standings()).toBe(before.standings)
    for (const [table, kept] of personalTables) {
      if (kept.rows === 'stay') continue
      const { rows } = await sql`select from ${sql.table(table)} where ${kept.about(found)}`.execute(ctx.db)
      expect({ table, rows: rows.length }).toEqual({ table, rows: 0 })
    }

    // A process with the scores in memory still has the old sources, and must not continue.
    await publish()
    await expect(keeper.step()).rejects.toThrow(FenceLost)
    await score()
    expect(await verifyStandings(ctx.db, world.event_id)).toMatchObject({ differences: [], is_behind: false })
    const points = (text: string) => (JSON.parse(text) as { points: number }[]).map((row) => row.points)
    expect(points(await standings())).toEqual(points(before.standings))
  })

  it('stops reading, even if the player keeps playing; the team keeps its points', async () => {
    const { user_id, account_name } = person()
    const levels = () =>
      ctx.db
        .selectFrom('scores')
        .select(['objective_id', 'number'])
        .where('team_id', '=', person().team_id)
        .where('objective_id', '=', objectives[3] as ObjectiveId)
        .execute()
    const before = await levels()
    world.simulator.inject({ kind: 'level', account: account_name, level: 77 })
    await playOn()
    await score()
    for (const table of ['character_polls', 'guild_stash_polls', 'activity_samples', 'fetch_windows'] as const) {
      expect(await ctx.db.selectFrom(table).selectAll().where('user_id', '=', user_id).execute()).toEqual([])
    }
    const [now] = await levels()
    expect(now?.number).toBeGreaterThanOrEqual(before[0]?.number ?? Number.NaN)
    // The ladder belongs to the game: it lists every character of the league, including players unknown to Muster.
    const texts = (await readEverything()).filter(({ table }) => table !== 'ladder_entries')
    expect(findIn(texts, [account_name])).toEqual([])
    expect(await verifyStandings(ctx.db, world.event_id)).toMatchObject({ differences: [] })
  })

  it('can be re-evaluated like any other event, without losses', async () => {
    const total = async () =>
      (
        await ctx.db
          .selectFrom('scores')
          .select(['objective_id', 'team_id', 'number', 'points'])
          .orderBy('objective_id')
          .orderBy('team_id')
          .execute()
      ).filter(({ objective_id }) => objective_id === objectives[0] || objective_id === objectives[2])
    const before = await total()
    // Another condition with the same meaning.
    await ctx.db.updateTable('conditions').set({ value: '-2' }).execute()
    await publish()
    await world.run(evaluateStashChanges, 6, ctx)
    await world.run(fetchCharacterData, 3, ctx)
    await score()
    expect(await total()).toEqual(before)
  })

  it('appears in no line of the log', () => {
    const { account_name } = person()
    expect(logged.length).toBeGreaterThan(0)
    expect(logged.filter((line) => line.includes(account_name) || /cathy/i.test(line))).toEqual([])
  })
})
