import { expect, it } from 'vitest'
import { anEvent, aUser, testNow, insertRows } from '../../testing/builders.ts'
import { useTestServer } from '../../testing/use-server.ts'

const server = useTestServer()

it('the ladder is ordered by rank, with the character and newest reading of participants', async () => {
  const { db } = server
  const [event, user] = [await anEvent(db), await aUser(db)]
  const { id: event_id } = event
  const stranger = {
    event_id,
    rank: 2,
    character_id: 'b',
    character_name: 'Stranger',
    character_class: 'Witch',
    account_name: 'S#2',
    level: 5,
  }
  const own = {
    event_id,
    rank: 1,
    character_id: 'a',
    character_name: 'Ours',
    character_class: 'Slayer',
    account_name: 'O#1',
    level: 91,
    user_id: user.id,
  }
  await insertRows(db, 'ladder_entries', [
    { ...stranger, experience: 100, delve: 0 },
    { ...own, experience: 2_500_000_000, delve: 120, twitch_account: 'ours_tv' },
  ])
  await insertRows(db, 'characters', {
    event_id,
    id: 'a',
    user_id: user.id,
    name: 'Ours',
    ascendancy: 'Slayer',
    level: 91,
    experience: 2_500_000_000,
    ascendancy_points: 8,
    atlas_node_count: 115,
    pantheon: true,
    main_skill: 'Cleave',
    last_active_at: new Date(testNow + 999),
  })
  const reading = {
    event_id,
    character_id: 'a',
    user_id: user.id,
    source: 'list',
    level: 91,
    ascendancy: 'Slayer',
    ascendancy_points: 8,
  }
  const rest = { delve_depth: 120 }
  await insertRows(db, 'character_readings', [
    { ...reading, ...rest, timestamp: new Date(testNow - 60_000), experience: 2_400_000_000 },
    { ...reading, ...rest, timestamp: new Date(testNow), experience: 2_500_000_000 },
  ])

  const uncalculated = {
    dps: 0,
    ehp: 0,
    phys_max_hit: 0,
    ele_max_hit: 0,
    hp: 0,
    mana: 0,
    es: 0,
    armour: 0,
    evasion: 0,
    movement_speed: 0,
  }
  expect((await server.get(`/events/${event_id}/ladder`)).json()).toEqual([
    {
      rank: 1,
      account_name: 'O#1',
      character_name: 'Ours',
      character_class: 'Slayer',
      level: 91,
      experience: 2_500_000_000,
      delve: 120,
      user_id: user.id,
      twitch_account: 'ours_tv',
      last_active: testNow / 1000,
      character: {
        id: 'a',
        user_id: user.id,
        event_id,
        name: 'Ours',
        level: 91,
        main_skill: 'Cleave',
        ascendancy: 'Slayer',
        ascendancy_points: 8,
        atlas_node_count: 115,
        pantheon: true,
      },
      stats: { timestamp: testNow / 1000, xp: 2_500_000_000, ...uncalculated },
    },
    {
      rank: 2,
      account_name: 'S#2',
      character_name: 'Stranger',
      character_class: 'Witch',
      level: 5,
      experience: 100,
      delve: 0,
      user_id: null,
      twitch_account: null,
      last_active: null,
      character: null,
      stats: null,
    },
  ])
})

it('an event without readings has an empty ladder', async () => {
  const event = await anEvent(server.db)
  expect((await server.get(`/events/${event.id}/ladder`)).json()).toEqual([])
})
