import { randomUUID } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import type { LogReply } from '@muster/contract/game-log'
import type { ProofRule } from '@muster/contract/report-rules'
import type { Submission } from '@muster/contract/submissions'
import { writeProof } from '@muster/domain/submissions/proof-pictures'
import { beforeEach, describe, expect, it } from 'vitest'
import { timeText, useBountyEvent } from '../../testing/bounties.ts'
import { anObjective, testNow } from '../../testing/builders.ts'
import { aPicture } from '../../testing/pictures.ts'
import { insertRow } from '../../testing/rows.ts'
import { useTestServer } from '../../testing/use-server.ts'

const server = useTestServer()
const world = useBountyEvent(server)
let level: { id: number }
/** By name: no proof, words, a link, a screenshot, both. */
let proofs: Record<'none' | 'words' | 'clip' | 'screenshot' | 'both', string>

const ofPlayer = (more: object) => anObjective(server.db, world.event.id, { parent_id: world.root.id, ...more })
const aRing = async (report_proof: ProofRule | null = null) => {
  const rings = await ofPlayer({ objective_type: 'ITEM', aggregation: 'SUM_LATEST', number_field: 'STACK_SIZE', report_proof })
  await insertRow(server.db, 'conditions', { objective_id: rings.id, field: 'ITEM_CLASS', operator: 'EQ', value: 'Ring' })
}
beforeEach(async () => {
  level = await ofPlayer({ objective_type: 'PLAYER', number_field: 'PLAYER_LEVEL', aggregation: 'MAXIMUM', required_number: 90 })
  await aRing()
  const picture = (await aPicture('png')).toString('base64')
  const stored = await send('POST', `/events/${world.event.id}/proof-pictures`, { picture })
  const key = { event_id: world.event.id, picture_id: stored.json<{ id: number }>().id }
  const clip = 'https://clips.test/2'
  proofs = { none: '', words: 'ask Ben', clip, screenshot: writeProof('', [key]), both: writeProof(clip, [key]) }
})

const send = async (method: 'POST' | 'PUT', path: string, body: object) =>
  server.send(method, path, await server.as(world.ada), body)
const setRule = (report_proof: ProofRule) =>
  server.db.updateTable('objectives').set({ report_proof }).where('id', '=', world.root.id).execute()

const text = ['Item Class: Rings', 'Rarity: Unique', 'Kaom’s Sign', 'Coral Ring', '--------', 'Item Level: 70'].join('\n')
const worn = '<Item id="1">Rarity: UNIQUE\nKaom’s Sign\nCoral Ring\nItem Level: 70\nImplicits: 0</Item>'
const slots = '<ItemSet id="1"><Slot name="Ring 1" itemId="1"/></ItemSet>'
const build = `<PathOfBuilding><Build className="Witch" level="91"/><Items>${worn}${slots}</Items></PathOfBuilding>`
const reportItem = (proof: string) =>
  send('POST', `/events/${world.event.id}/submissions/items`, {
    key: randomUUID(),
    text,
    timestamp: timeText(testNow - 1000),
    proof,
  })
const edit = ({ id, objective_id, number, timestamp }: Submission, proof: string) =>
  world.submit(world.ada, { id, objective_id, number, timestamp, proof })

const ways = {
  'a submission': (proof: string) => world.submit(world.ada, world.claim({ proof })),
  'a number by hand': (proof: string) => world.submit(world.ada, world.claim({ objective_id: level.id, number: 91, proof })),
  'a pasted item': reportItem,
  'the code of a build': (proof: string) =>
    send('POST', `/events/${world.event.id}/submissions/builds`, {
      key: randomUUID(),
      code: deflateSync(build).toString('base64url'),
      timestamp: timeText(testNow - 1000),
      proof,
    }),
  'the edit of a submission': async (proof: string) => {
    await setRule('optional')
    const written = await world.submitted(world.ada)
    await setRule(asked)
    return edit(written, proof)
  },
  'the edit of an item': async (proof: string) => {
    await setRule('optional')
    const [written] = (await reportItem('')).json<Submission[]>()
    await setRule(asked)
    return edit(written as Submission, proof)
  },
}
let asked: ProofRule

describe.each([
  ['optional', ['none', 'words', 'clip', 'screenshot', 'both'], ''],
  ['required', ['words', 'clip', 'screenshot', 'both'], 'is required for this objective'],
  ['screenshot', ['screenshot', 'both'], 'needs a screenshot for this objective'],
  ['clip', ['clip', 'both'], 'needs a link to a clip for this objective'],
] as const)('where the proof is %s', (rule, accepted, problem) => {
  beforeEach(async () => {
    asked = rule
    await setRule(rule)
  })

  it.each(Object.entries(ways))('%s is accepted with that proof only', async (_, report) => {
    for (const [name, proof] of Object.entries(proofs)) {
      await server.db.deleteFrom('submissions').where('event_id', '=', world.event.id).execute()
      const answer = await report(proof)
      const problems = answer.json<{ problems?: object[] }>().problems ?? []
      const isAccepted = (accepted as readonly string[]).includes(name)
      expect([name, answer.statusCode, problems]).toEqual([
        name,
        ...(isAccepted ? [201, []] : [400, [{ field: 'proof', problem }]]),
      ])
    }
  })
})

it('an item that counts for objectives with different rules needs the proof of each', async () => {
  await setRule('screenshot')
  await aRing('clip')
  const problemOf = async (proof: string) => (await reportItem(proof)).json<{ problems?: { problem: string }[] }>().problems
  expect(await problemOf('ask Ben')).toMatchObject([
    { problem: 'needs a screenshot and needs a link to a clip for this objective' },
  ])
  expect(await problemOf(proofs.screenshot)).toMatchObject([{ problem: 'needs a link to a clip for this objective' }])
  expect((await reportItem(proofs.both)).json<Submission[]>()).toMatchObject([{ proof: proofs.both }, { proof: proofs.both }])
})

it('the screenshot has to be the player’s own', async () => {
  await setRule('screenshot')
  const answer = await world.submit(world.ben, world.claim({ proof: proofs.screenshot }))
  expect(answer.json()).toMatchObject({ problems: [{ field: 'proof', problem: expect.stringContaining('not stored for you') }] })
})

it('a line of the log is its own proof, until its player edits it by hand; a judge may ask for more', async () => {
  await setRule('clip')
  await server.db.updateTable('events').set({ game_log: 'followed' }).where('id', '=', world.event.id).execute()
  const line = {
    kind: 'level',
    character: 'AdaTheOcean',
    value: 'Witch',
    number: 90,
    logged: '2026/01/17 12:40:00',
    uptime_ms: 1,
  }
  const body = { key: randomUUID(), events: [{ ...line, timestamp: null }] }
  const { submissions } = (await send('POST', `/events/${world.event.id}/submissions/log`, body)).json<LogReply>()
  const [written] = submissions as [Submission]
  expect((await world.review(written.id, 'PENDING', world.judge, { review_comment: 'Please add a clip.' })).statusCode).toBe(200)
  expect((await edit(written, written.proof)).json()).toMatchObject({ problems: [{ field: 'proof' }] })
  expect((await edit(written, `${written.proof} ${proofs.clip}`)).statusCode).toBe(201)
  await setRule('screenshot')
  expect((await world.review(written.id, 'APPROVED')).statusCode).toBe(200)
})
