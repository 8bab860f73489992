import { useTestDatabase } from '@muster/server/testing/test-database'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Answer, type Api, openApi } from '../api.ts'
import { type ApiProgram, startApi } from '../program.ts'
import { type Scene, setScene } from '../scene.ts'
import { createCallDraws, type Document, type DrawnCall } from './calls.ts'
import { createDraws } from './draws.ts'
import type { Pool } from './generate.ts'

// Random requests, valid and invalid, generated from our OpenAPI document. No request may cause a server error, and every answer
// must match the document. `npm run fuzz -- 10000 SEED` makes more requests than a normal test run.

const requests = Number(process.env['FUZZ_REQUESTS'] ?? 2000)
const seed = Number(process.env['FUZZ_SEED'] ?? 20_260_116)
/** Concurrent requests, so that calls also interfere with each other. */
const lanes = 4
/** Random calls delete everything sooner or later, so a new scene is created regularly. */
const requestsPerScene = 250

let program: ApiProgram
let api: Api
const database = useTestDatabase()
beforeAll(async () => {
  program = await startApi(database.url, { LOG_LEVEL: 'info' })
  api = openApi(program)
}, 60_000)
afterAll(async () => {
  await api.close()
  await program.stop()
})

/** The known ids of the current scene. */
function createPool(draws: ReturnType<typeof createDraws>) {
  let scene: Scene
  const pool: Pool = {
    find(name) {
      const { event_id, people, ...ids } = scene
      const users = Object.values(people).map(({ id }) => id)
      const known: Record<string, readonly unknown[]> = {
        event_id: [event_id, event_id, 'current'],
        eventId: [event_id],
        user_id: users,
        team_ids: [ids.team_id, ids.rival_team_id],
        parent_id: [ids.root_id, ids.objective_id],
        objective_id: [ids.objective_id, ids.bounty_id, ids.root_id],
        scoring_preset_id: [ids.preset_id],
        guildId: [ids.guild_id],
        provider: ['poe', 'discord', 'twitch'],
        'getObjective.id': [ids.objective_id, ids.bounty_id, ids.root_id],
        'deleteObjective.id': [ids.objective_id, ids.bounty_id],
        'deleteCondition.id': [ids.condition_id],
        'deleteScoringPreset.id': [ids.preset_id],
      }
      const list = (known[name] ?? [(ids as Record<string, unknown>)[name]]).filter((value) => value !== undefined)
      return list.length === 0 ? undefined : draws.pick(list)
    },
  }
  return {
    pool,
    async renew() {
      await api.db.updateTable('events').set({ is_current: false }).execute()
      scene = await setScene(api, { is_current: true, is_public: !draws.percent(20), is_locked: draws.percent(10) })
      const tokens = await Promise.all(Object.values(scene.people).map((person) => api.tokenOf(person)))
      const admin = await api.tokenOf(scene.people.admin)
      return [null, 'not.a.token', admin, admin, admin, admin, ...tokens]
    },
  }
}

/** @returns a function that lists what is wrong with the answer to a call */
function createJudge(document: Document): (call: DrawnCall, answer: Answer) => string[] {
  const ajv = addFormats.default(new Ajv2020({ strictTypes: false }))
  ajv.addVocabulary(['example', 'components', 'info', 'openapi', 'paths', 'servers', 'tags'])
  ajv.addSchema(document, 'api')
  return ({ operation, path_pattern, method }, { status, text, type, json }) => {
    const documented = operation.responses[status]
    // Calls that ask the game may report that it does not respond, because these tests run without a game. oEmbed demands 501 for
    // a format that a server does not write.
    if (!documented || (status >= 500 && status !== 501 && status !== 502))
      return [`has the status ${status}: ${text.slice(0, 200)}`]
    const types = Object.keys(documented.content ?? {})
    if (!types.includes('application/json'))
      return text === '' || types.includes(type) ? [] : [`has an undocumented body: ${text.slice(0, 80)}`]
    if (!type.startsWith('application/json')) return [`has the content type ${type}`]
    const place = ['paths', path_pattern, method.toLowerCase(), 'responses', status, 'content', 'application/json', 'schema']
    const pointer = place.map((part) => encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
    const validate = ajv.getSchema(`api#/${pointer}`)
    if (!validate) throw new Error(`the document has no schema for ${status} of ${method} ${path_pattern}`)
    return validate(json) ? [] : [ajv.errorsText(validate.errors)]
  }
}

it(`${requests} random requests (seed ${seed}) get documented answers`, async () => {
  const document = (await api.send('GET', '/openapi.json', null)).json as Document
  const judge = createJudge(document)
  const draws = createDraws(seed)
  const { pool, renew } = createPool(draws)
  const drawCall = createCallDraws(document, draws, pool)
  const faults: string[] = []
  const statuses = new Map<number, number>()
  let tokens: (string | null)[] = []

  async function play(): Promise<void> {
    const call = drawCall()
    const token = draws.pick(tokens)
    const answer = await api.send(call.method, call.path, token, { body: call.body })
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    const words = `${call.operation.operationId}: ${call.method} ${call.path.slice(0, 300)} ${JSON.stringify(call.body)?.slice(0, 600) ?? ''}`
    for (const fault of judge(call, answer)) faults.push(`${words}\n    ${fault}`)
  }

  for (let made = 0; made < requests; made += lanes) {
    if (made % requestsPerScene < lanes) tokens = await renew()
    await Promise.all(Array.from({ length: lanes }, play))
  }
  expect(faults.slice(0, 20).join('\n'), `${faults.length} faults`).toBe('')
  // A fuzz run in which every request is refused tests nothing but validation.
  const good = [...statuses].filter(([status]) => status < 300).reduce((sum, [, count]) => sum + count, 0)
  expect(good / requests).toBeGreaterThan(0.2)
}, 600_000)
