import type { NewRow } from '../../db/schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aGuild, aGuildTab, anObjective, aPreset, aScoreChange, aUser, testNow, insertRows } from '../../testing/builders.ts'
import { anItem } from '../../testing/muster.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { aBaseObjective, aLogLine, aTabFact, setStashScene, type StashScene } from '../../testing/stash-scene.ts'

// Two worlds that differ only in secrets from the member of one team: the content, fetching state and log of the other team's
// guild, hidden progress, and the conditions of objectives that open later. For every call of the member, bytes, headers and the
// work behind them are the same.

const opensAt = testNow + 3_600_000

interface Secret {
  readonly name: string
  readonly asksFor: string
  readonly later: Partial<NewRow<'objectives'>>
  readonly items: readonly object[]
  readonly tab: Partial<NewRow<'guild_stash_tabs'>>
  readonly parts: number
  readonly progress: number
  readonly lines: Partial<NewRow<'guild_log_entries'>>[]
  readonly isSeen: boolean
}

const secrets: readonly [Secret, Secret] = [
  {
    name: 'Hoard of the dragon',
    asksFor: 'Chaos Orb',
    later: { required_number: 5, aggregation: 'DIFFERENCE_BETWEEN' },
    items: [anItem({ id: 'theirs' })],
    tab: { name: 'Treasury', fetch_enabled: true, color: 'ff0000' },
    parts: 0,
    progress: 2,
    lines: [{ x: 1, y: 2, item_name: 'Chaos Orb' }],
    isSeen: false,
  },
  {
    name: 'A walk in the woods',
    asksFor: 'Mirror of Kalandra',
    later: { required_number: 1, hide_progress: true },
    items: [
      anItem({ id: 'orb' }),
      anItem({ typeLine: 'Divine Orb', baseType: 'Divine Orb' }),
      anItem({ id: 'theirs', stackSize: 7 }),
    ],
    tab: { name: 'Drops', type: 'UniqueStash', last_error: 'forbidden: status 403', index: 1, folder_name: 'Ours' },
    parts: 3,
    progress: 9,
    lines: [{ item_name: 'Hand of Wisdom Imperial Claw' }, { x: 3, y: 4 }, { x: 1, y: 2, account_name: 'Wren#1' }],
    isSeen: true,
  },
]

interface World {
  readonly server: TestServer
  readonly scene: StashScene
  readonly objective_ids: readonly number[]
  readonly outsider: { authorization: string }
}

async function makeWorld(secret: Secret): Promise<World> {
  const server = await startTestServer()
  const { db } = server
  const scene = await setStashScene(server)
  const { event, team, rivals, root, rival } = scene
  const scoring_preset_id = await aPreset(db, event.id, { name: 'Places', points: [30, 20], scoring_method: 'RANKED_TIME' })
  const open = await aBaseObjective(db, scene, 'Chaos Orb', { name: 'Open to all', scoring_preset_id })
  const quiet = await aBaseObjective(db, scene, 'Chaos Orb', {
    name: 'Quiet',
    hide_progress: true,
    required_number: 10,
    scoring_preset_id,
  })
  const valid_from = new Date(opensAt)
  const later = await aBaseObjective(db, scene, secret.asksFor, {
    ...secret.later,
    name: secret.name,
    valid_from,
    scoring_preset_id,
  })
  const category = await anObjective(db, event.id, {
    parent_id: root.id,
    name: secret.name,
    objective_type: 'CATEGORY',
    valid_from,
  })
  const below = await aBaseObjective(db, scene, secret.asksFor, { name: secret.name, parent_id: category.id })
  const claw = { name: 'Hand of Wisdom', typeLine: 'Imperial Claw', baseType: 'Imperial Claw', x: 3, y: 4 }
  await aGuildTab(db, team, { id: 'aaaaaaaaaa', name: 'Drops', items: [anItem({ id: 'orb', x: 1, y: 2 }), anItem(claw)] })
  await aGuild(db, team, 77)
  await aGuild(db, rivals, 78)
  await aTabFact(db, open, team.id, 'aaaaaaaaaa', 1)
  await aScoreChange(db, { event_id: event.id, objective: open, team_id: team.id, points: 30 })
  await aScoreChange(db, { event_id: event.id, objective: quiet, team_id: team.id, points: 0, number: 1, finished: false })

  const { items, tab, parts, progress, lines, isSeen } = secret
  const seen_by = isSeen ? [rival.row.id] : []
  await aGuildTab(db, rivals, { ...tab, id: 'bbbbbbbbbb', items, seen_by })
  for (let part = 0; part < parts; part++) await aGuildTab(db, rivals, { id: `part${part}`, parent_id: 'bbbbbbbbbb', items })
  const theirs = lines.map((line, at) => ({ ...aLogLine(event.id, at + 1, line), guild_id: 78 as never }))
  await insertRows(db, 'guild_log_entries', [aLogLine(event.id, 100), ...theirs])
  for (const objective of [open, quiet]) await aTabFact(db, objective, rivals.id, 'bbbbbbbbbb', progress)
  await aScoreChange(db, {
    event_id: event.id,
    objective: quiet,
    team_id: rivals.id,
    points: 0,
    number: progress,
    finished: false,
  })
  const outsider = await server.as(await aUser(db, { permissions: ['admin'] }))
  return { server, scene, objective_ids: [open.id, quiet.id, later.id, category.id, below.id], outsider }
}

let worlds: [World, World]
beforeAll(async () => {
  worlds = [await makeWorld(secrets[0]), await makeWorld(secrets[1])]
})
afterAll(async () => {
  for (const { server } of worlds) await server.close()
})

function listAddresses({ scene: { event }, objective_ids }: World): string[] {
  const words = [
    'chaos',
    'drops',
    'claw',
    'wisdom',
    'treasury',
    'kalandra',
    'divine',
    'woods',
    'dragon',
    'quiet',
    'open all',
    'e',
  ]
  const tabs = ['aaaaaaaaaa', 'bbbbbbbbbb', 'unknown']
  const items = ['orb', 'theirs', 'place-0', 'place-1']
  const base = `/${event.id}/guild-stash`
  return [
    base,
    `${base}/overview`,
    ...words.map((word) => `${base}/search?q=${encodeURIComponent(word)}`),
    ...objective_ids.map((id) => `${base}/search?objective_id=${id}`),
    ...tabs.slice(0, 2).map((tab) => `${base}/${tab}`),
    ...tabs.flatMap((tab) => items.map((item) => `${base}/${tab}/items/${item}?limit=50`)),
  ]
}

/** Other private addresses of a team. An admin may read every guild's log, so the outsider does not call these. */
function listTeamAddresses({ scene: { event } }: World): string[] {
  const logs = [77, 78, 79].map((guild) => `/${event.id}/guilds/${guild}/stash-history`)
  return [
    ...logs.flatMap((log) => [
      log,
      `${log}?itemname=orb`,
      `${log}/latest_timestamp`,
      `${log}/rows`,
      `${log}/rows?item=wisdom`,
      `${log}/summary`,
    ]),
    `/events/${event.id}/team-room`,
    `/events/${event.id}/suggestions`,
    `/events/${event.id}/plan`,
  ]
}

/** The bytes of an answer, and the number of database queries for it. */
async function ask({ server }: World, address: string, headers: Record<string, string> | undefined) {
  const before = server.statements()
  const answer = await server.get(address, headers)
  const { date: _, 'x-request-id': __, ...sent } = answer.headers
  return { address, status: answer.statusCode, body: answer.body, headers: sent, statements: server.statements() - before }
}

type Who = 'member' | 'rival' | 'outsider' | 'nobody'
const headersOf = ({ scene, outsider }: World, who: Who) =>
  who === 'nobody' ? undefined : who === 'outsider' ? outsider : scene[who].headers

async function askAll(world: World, who: Who) {
  const answers = []
  const addresses = [...listAddresses(world), ...(who === 'outsider' ? [] : listTeamAddresses(world))]
  for (const address of addresses) answers.push(await ask(world, address, headersOf(world, who)))
  return answers
}

describe('two worlds that differ in secrets only', () => {
  it.each<Who>(['member', 'outsider', 'nobody'])('are the same for the %s, even after the owner has read it', async (who) => {
    const [one, two] = worlds
    const cold = [await askAll(one, who), await askAll(two, who)]
    expect(cold[0]).toEqual(cold[1])
    await askAll(two, 'rival')
    const warm = [await askAll(one, who), await askAll(two, who)]
    expect(warm[0]).toEqual(warm[1])
  })

  it('show the member their own', async () => {
    const answers = await askAll(worlds[0], 'member')
    const found = (part: string) => answers.find(({ address }) => address.endsWith(part))
    expect(found('/aaaaaaaaaa/items/orb?limit=50')?.status).toBe(200)
    expect(found('/bbbbbbbbbb/items/theirs?limit=50')?.status).toBe(403)
    expect(found('/bbbbbbbbbb')?.status).toBe(403)
    expect(answers.filter(({ body }) => secrets.some(({ name }) => body.includes(name)))).toEqual([])
  })

  // Without these two tests the comparison could be blind.
  it('differ for the owner', async () => {
    const [one, two] = [await askAll(worlds[0], 'rival'), await askAll(worlds[1], 'rival')]
    const differs = (part: string) => {
      const at = one.findIndex(({ address }) => address.endsWith(part))
      return one[at]?.body !== two[at]?.body
    }
    expect(
      [
        '/overview',
        '/search?q=chaos',
        '/bbbbbbbbbb',
        '/bbbbbbbbbb/items/theirs?limit=50',
        '/78/stash-history',
        '/78/stash-history/rows',
        '/78/stash-history/summary',
      ].filter((part) => !differs(part)),
    ).toEqual([])
  })

  it('differ for everyone once the objectives open', async () => {
    for (const { server } of worlds) server.setNow(opensAt)
    const [one, two] = [await askAll(worlds[0], 'member'), await askAll(worlds[1], 'member')]
    const differing = one.filter(({ body }, at) => body !== two[at]?.body).map(({ address }) => address.split('guild-stash')[1])
    expect(differing).toEqual(
      expect.arrayContaining(['/overview', '/search?q=dragon', '/aaaaaaaaaa', '/aaaaaaaaaa/items/orb?limit=50']),
    )
    expect(differing.filter((address) => address?.includes('bbbbbbbbbb'))).toEqual([])
  })
})
