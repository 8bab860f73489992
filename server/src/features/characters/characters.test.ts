import { deflateSync, inflateSync } from 'node:zlib'
import type { Atlas, AtlasProgression, PoB } from '@muster/contract/characters'
import type { EventId, UserId } from '@muster/contract/ids'
import type { Character, CharacterStat } from '@muster/contract/ladder'
import { writeBuild } from '@muster/domain/builds/export'
import { beforeEach, describe, expect, it } from 'vitest'
import type { NewRow, Row } from '../../db/schema.ts'
import { aMember, anEvent, aTeam, aUser, testNow, insertRows } from '../../testing/builders.ts'
import { useTestServer } from '../../testing/use-server.ts'

type Headers = { authorization: string }

const server = useTestServer()
let open: Row<'events'>
let hidden: Row<'events'>
let player: Row<'users'>
let mate: Headers
let outsider: Headers
let judge: Headers

const seconds = testNow / 1000
const at = (offset: number) => new Date(testNow + offset * 1000)

beforeEach(async () => {
  const { db } = server
  await db.deleteFrom('events').execute()
  ;[open, hidden] = [await anEvent(db), await anEvent(db, { is_public: false })]
  player = await aUser(db)
  const other = await aUser(db)
  for (const event of [open, hidden]) {
    const team = await aTeam(db, event.id)
    await aMember(db, team, player.id)
    await aMember(db, team, other.id)
  }
  mate = await server.as(other)
  outsider = await server.as(await aUser(db))
  judge = await server.as(await aUser(db, { permissions: ['submission_judge'] }))
})

const aCharacter = (event_id: EventId, id: string, character: Partial<NewRow<'characters'>> = {}) =>
  insertRows(server.db, 'characters', {
    event_id,
    id,
    user_id: player.id,
    name: id,
    ascendancy: 'Deadeye',
    level: 90,
    experience: 5,
    ...character,
  })
const aReading = (event_id: EventId, character_id: string, offset: number, experience: number) =>
  insertRows(server.db, 'character_readings', {
    event_id,
    character_id,
    user_id: player.id,
    timestamp: at(offset),
    source: 'detail',
    level: 90,
    experience,
    ascendancy: 'Deadeye',
    ascendancy_points: 8,
    delve_depth: 0,
  })
const aBuild = (event_id: EventId, character_id: string, offset: number, text = 'x'.repeat(100)) =>
  insertRows(server.db, 'character_builds', {
    event_id,
    character_id,
    timestamp: at(offset),
    level: 90,
    ascendancy: 'Deadeye',
    main_skill: 'Spark',
    export: deflateSync(text),
    export_hash: Buffer.from(text),
  })

const get = async <T>(path: string, headers: Partial<Headers> = {}) => (await server.get(path, headers)).json<T>()
const ofUser = (path = '') => `/users/${player.id}/characters${path}`

describe('characters', () => {
  beforeEach(async () => {
    await aCharacter(open.id, 'a'.repeat(64), { main_skill: 'Spark', pantheon: true, atlas_node_count: 40, ascendancy_points: 8 })
    await aCharacter(open.id, 'unclaimed', { user_id: null })
    await aCharacter(hidden.id, 'secret')
  })

  it('of an event belong to its participants, or to no user', async () => {
    expect(await get<Character[]>(`/events/${open.id}/characters`)).toEqual([
      {
        id: 'a'.repeat(64),
        user_id: player.id,
        event_id: open.id,
        name: 'a'.repeat(64),
        level: 90,
        main_skill: 'Spark',
        ascendancy: 'Deadeye',
        ascendancy_points: 8,
        atlas_node_count: 40,
        pantheon: true,
      },
      expect.objectContaining({ id: 'unclaimed', user_id: null }),
    ])
    expect((await server.get(`/events/${hidden.id}/characters`)).statusCode).toBe(404)
  })

  it.each<[string, () => Partial<Headers>, string[]]>([
    ['nobody', () => ({}), ['a'.repeat(64)]],
    ['a stranger', () => outsider, ['a'.repeat(64)]],
    ['a member of a team of the hidden event', () => mate, ['a'.repeat(64), 'secret']],
    ['the holder of a role', () => judge, ['a'.repeat(64), 'secret']],
  ])('D-16: of a user are shown to %s without events hidden from them', async (_, headers, expected) => {
    expect((await get<Character[]>(ofUser(), headers())).map((character) => character.id)).toEqual(expected)
  })

  it('D-26: of a user are found by id, not by a similar name', async () => {
    const namesake = await aUser(server.db, { display_name: player.display_name })
    expect(await get(`/users/${namesake.id}/characters`)).toEqual([])
  })

  it('D-37: of an unknown user are not found', async () => {
    const answer = await server.get('/users/999999/characters')
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'user_not_found'])
    expect((await server.get('/users/x/characters')).statusCode).toBe(400)
  })
})

describe('the history of a character', () => {
  beforeEach(async () => {
    for (const [place, id] of [[open, 'c'] as const, [hidden, 'secret'] as const]) {
      await aCharacter(place.id, id)
      for (const step of [0, 60, 120]) await aReading(place.id, id, step, step)
    }
  })
  const history = async (path: string, headers?: Headers) =>
    (await get<CharacterStat[]>(ofUser(path), headers)).map(({ timestamp, xp }) => [timestamp - seconds, xp])

  it('is oldest first, in seconds, with 0 for figures not calculated', async () => {
    expect(await get<CharacterStat[]>(ofUser('/c'))).toEqual([
      expect.objectContaining({ timestamp: seconds, xp: 0, dps: 0, ehp: 0, movement_speed: 0 }),
      expect.objectContaining({ timestamp: seconds + 60, xp: 60 }),
      expect.objectContaining({ timestamp: seconds + 120, xp: 120 }),
    ])
  })

  it('D-75: comes in parts on request, the newest first', async () => {
    expect(await history('/c?limit=2')).toEqual([
      [60, 60],
      [120, 120],
    ])
    expect(await history(`/c?limit=2&before=${seconds + 60}`)).toEqual([[0, 0]])
  })

  it('belongs to the character, for any owner in the path; an unknown one has none', async () => {
    expect(await get(`/users/${player.id + 1}/characters/c`)).toHaveLength(3)
    expect(await get(ofUser('/unknown'))).toEqual([])
  })

  it('D-16: is empty for viewers who may not see the event', async () => {
    expect(await history('/secret')).toEqual([])
    expect(await history('/secret', outsider)).toEqual([])
    expect(await history('/secret', mate)).toHaveLength(3)
  })
})

describe('the builds of a character', () => {
  it('are oldest first, as the text that Path of Building takes', async () => {
    await aCharacter(open.id, 'c')
    const text = '<PathOfBuilding>\u00ff\u00fe\u00fd?>~~~</PathOfBuilding>'
    await aBuild(open.id, 'c', 0, text)
    await aBuild(open.id, 'c', 600)
    const [first, second] = await get<PoB[]>(ofUser('/c/pobs'))
    expect(first).toEqual({
      id: expect.any(Number),
      timestamp: at(0).toISOString(),
      level: 90,
      ascendancy: 'Deadeye',
      main_skill: 'Spark',
      export_string: expect.stringMatching(/^[\w-]+={0,2}$/),
    })
    expect(inflateSync(Buffer.from(first?.export_string ?? '', 'base64url')).toString()).toBe(text)
    expect((first?.export_string.length ?? 1) % 4).toBe(0)
    expect(await get(ofUser(`/c/pobs?before=${second?.id}`))).toEqual([first])
    expect(await get(ofUser('/c/pobs?limit=1'))).toEqual([second])
    expect(await get(ofUser('/unknown/pobs'))).toEqual([])
  })

  /** Figures that profile pages of other programs read from every export; a missing one breaks them, or shows as NaN. */
  const readByOthers = `Life Mana EnergyShield Ward Armour Evasion TotalEHP EffectiveMovementSpeedMod PhysicalMaximumHitTaken
    FireMaximumHitTaken ColdMaximumHitTaken LightningMaximumHitTaken ChaosMaximumHitTaken FireResist ColdResist LightningResist
    ChaosResist PhysicalDamageReduction MeleeEvadeChance EffectiveBlockChance EffectiveSpellBlockChance
    EffectiveSpellSuppressionChance Speed CritChance CritMultiplier CombinedDPS CullingDPS FullDPS FullDotDPS PoisonDPS
    ReservationDPS TotalDPS TotalDotDPS WithBleedDPS WithIgniteDPS WithPoisonDPS`.split(/\s+/)
  const statsOf = ({ export_string }: PoB): Map<string, string> => {
    const text = inflateSync(Buffer.from(export_string, 'base64url')).toString()
    const inside = /<Build [^>]*>(.*?)<\/Build>/s.exec(text)?.[1] ?? ''
    return new Map(
      [...inside.matchAll(/<PlayerStat stat="(\w+)" value="([^"]*)"[^>]*\/>/g)].map(([, stat = '', value = '']) => [stat, value]),
    )
  }

  it('have 0 for figures not calculated, and the calculated ones later', async () => {
    await aCharacter(open.id, 'c')
    const { xml } = writeBuild({ id: 'c', name: 'c', class: 'Witch', level: 90, experience: 5, equipment: [], passives: {} })
    await aBuild(open.id, 'c', 0, xml)
    const read = async () => (await get<PoB[]>(ofUser('/c/pobs'))).map(statsOf)
    const [uncalculated] = await read()
    expect(readByOthers.filter((stat) => uncalculated?.get(stat) !== '0')).toEqual([])
    await insertRows(server.db, 'build_figures', {
      export_hash: Buffer.from(xml),
      engine: 'test',
      figures: JSON.stringify({ hp: 4321 }),
      stats: JSON.stringify({ player: { Life: '4321', ChaosResist: '-60' }, minion: {} }),
      is_partial: false,
      calculated_at: at(0),
    })
    const [calculated] = await read()
    expect(['Life', 'ChaosResist', 'Mana'].map((stat) => calculated?.get(stat))).toEqual(['4321', '-60', '0'])
    expect(readByOthers.filter((stat) => !calculated?.has(stat))).toEqual([])
  })

  it('are sent unchanged if they are not builds of Muster', async () => {
    await aCharacter(open.id, 'c')
    await insertRows(server.db, 'character_builds', {
      event_id: open.id,
      character_id: 'c',
      timestamp: at(0),
      level: 1,
      ascendancy: '',
      main_skill: '',
      export: Buffer.from('broken'),
      export_hash: Buffer.from('b'),
    })
    expect((await get<PoB[]>(ofUser('/c/pobs')))[0]?.export_string).toBe(Buffer.from('broken').toString('base64'))
  })

  it('D-16: are shown to viewers of the event only', async () => {
    await aCharacter(hidden.id, 'secret')
    await aBuild(hidden.id, 'secret', 0)
    expect(await get(ofUser('/secret/pobs'), outsider)).toEqual([])
    expect(await get(ofUser('/secret/pobs'), judge)).toHaveLength(1)
  })
})

describe('the atlas', () => {
  const aTree = (user_id: UserId, index: number, nodes: number[], offset: number) =>
    insertRows(server.db, 'atlas_trees', { event_id: open.id, user_id, index, nodes, timestamp: at(offset) })

  it('Q-34: of a player have every version of every tree, newest first', async () => {
    await aTree(player.id, 0, [29045], 0)
    await aTree(player.id, 0, [29045, 7], 60)
    await aTree(player.id, 1, [29045, 9], 60)
    expect(await get<AtlasProgression[]>(`/events/${open.id}/users/${player.id}/atlas`)).toEqual([
      { index: 1, nodes: [29045, 9], timestamp: seconds + 60 },
      { index: 0, nodes: [29045, 7], timestamp: seconds + 60 },
      { index: 0, nodes: [29045], timestamp: seconds },
    ])
    expect(await get(`/events/${open.id}/users/${player.id + 1000}/atlas`)).toEqual([])
  })

  it('of a team shows its members the newest trees of each, and others nothing', async () => {
    await aTree(player.id, 0, [29045], 0)
    await aTree(player.id, 0, [29045, 7], 60)
    await aTree(player.id, 2, [29045], 60)
    const rival = await aUser(server.db)
    await aMember(server.db, await aTeam(server.db, open.id), rival.id)
    await aTree(rival.id, 0, [29045, 8], 60)
    const ofTeam = (headers: Headers) => get<Atlas[]>(`/events/${open.id}/atlas`, headers)
    expect(await ofTeam(mate)).toEqual([
      { event_id: open.id, user_id: player.id, index: -1, trees: { '0': [29045, 7], '2': [29045] } },
    ])
    expect(await ofTeam(await server.as(rival))).toMatchObject([{ user_id: rival.id }])
    expect(await ofTeam(outsider)).toEqual([])
    expect((await server.get(`/events/${open.id}/atlas`)).statusCode).toBe(401)
  })
})
