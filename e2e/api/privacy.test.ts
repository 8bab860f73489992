import { aScoreChange, anObjective } from '@muster/server/testing/builders'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, type Feed, openApi } from './api.ts'
import { hideCanaries, type Canaries } from './canaries.ts'
import { addressOf, type Operation, type Place } from './operation.ts'
import { operations } from './operations.ts'
import { type Scene, setScene } from './scene.ts'

// Recognisable values are stored in every place that outsiders must not see. Each outsider makes every read with every existing
// id and listens to every feed; the raw bytes are then searched.

const reads = operations.filter(({ method, is_feed }) => method === 'GET' && !is_feed)
const feedCalls = operations.filter(({ is_feed }) => is_feed)

let api: Api
let scene: Scene
let hidden: Scene
let canaries: Canaries
beforeAll(async () => {
  api = openApi()
  scene = await setScene(api)
  hidden = await setScene(api, { is_public: false, name: 'canary-hidden-event' })
  canaries = await hideCanaries(api.db, scene, hidden)
}, 60_000)
afterAll(() => api.close())

type Outsider = keyof Scene['people'] | 'nobody'
const tokenOf = async (who: Outsider) => (who === 'nobody' ? null : api.tokenOf(scene.people[who]))

/** All ways to fill a path with ids of both events. */
function listPlaces(path: string): Place[] {
  const users = [...Object.values(scene.people), ...Object.values(hidden.people)].map(({ id }) => id)
  const both = (pick: (one: Scene) => string | number) => [pick(scene), pick(hidden)]
  const values: Record<string, (string | number)[]> = {
    event_id: both((one) => one.event_id),
    eventId: both((one) => one.event_id),
    user_id: users,
    team_id: [...both((one) => one.team_id), ...both((one) => one.rival_team_id)],
    objective_id: [...canaries.objective_ids, ...both((one) => one.objective_id)],
    id: [...canaries.objective_ids, ...both((one) => one.objective_id)],
    character_id: both((one) => one.character_id),
    stash_id: both((one) => one.stash_id),
    item_id: ['place-0', 'place-1'],
    guildId: both((one) => one.guild_id),
    provider: ['poe'],
  }
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return names.reduce<Place[]>(
    (places, name) => places.flatMap((place) => (values[name] ?? []).map((value) => ({ ...place, [name]: value }))),
    [{}],
  )
}

/** The queries that change what a call returns. */
const listQueries = ({ query }: Operation) =>
  Object.keys(query(scene)).length === 0 ? [{}] : [query(scene), query(hidden), { ...query(scene), team_id: scene.rival_team_id }]

/** All raw answers that a caller can read. */
async function readAll(who: Outsider): Promise<{ address: string; text: string }[]> {
  const token = await tokenOf(who)
  const answers = []
  for (const operation of reads) {
    for (const place of listPlaces(operation.path)) {
      const address = addressOf(operation, scene, place)
      for (const query of listQueries(operation)) {
        const { text, headers } = await api.send('GET', address, token, { query })
        answers.push({ address, text: text + JSON.stringify([...headers]) })
      }
    }
  }
  return answers
}

const findIn = (text: string, secrets: readonly string[]) => secrets.filter((secret) => text.includes(secret))

describe('an outsider', () => {
  const outsiders: Outsider[] = ['nobody', 'user', 'rival', 'rival_lead']

  it.each(outsiders)(
    '(%s) reads only what outsiders may see',
    async (who) => {
      const leaks = (await readAll(who)).flatMap(({ address, text }) =>
        findIn(text, canaries.fromOutsiders).map((secret) => `${address}: ${secret}`),
      )
      expect(leaks).toEqual([])
    },
    120_000,
  )

  it.each(outsiders)(
    '(%s) receives on a feed only what outsiders may see',
    async (who) => {
      const token = await tokenOf(who)
      const feeds: Feed[] = []
      for (const operation of feedCalls) {
        for (const place of listPlaces(operation.path)) {
          feeds.push(await api.listen(addressOf(operation, scene, place), token))
          feeds.push(await api.listen(addressOf(operation, scene, place), null, token === null ? '?token=' : `?token=${token}`))
          feeds.push(await api.listen(addressOf(operation, scene, place), token, '?since=0'))
        }
      }
      await canaries.score(scene)
      await canaries.score(hidden)
      // A public change at the end: once it arrives, all earlier messages have arrived too.
      const heard = await aScoreChange(api.db, {
        event_id: scene.event_id as never,
        objective: { id: scene.objective_id as never, hide_progress: false },
        team_id: scene.team_id as never,
        points: 4321,
      })
      expect(heard).toBeGreaterThan(0)
      const open = feeds.filter(({ status }) => status < 300)
      await expect
        .poll(() => open.filter(({ texts }) => !texts.some((text) => text.includes('4321'))).length, { timeout: 60_000 })
        .toBe(0)
      const leaks = feeds.flatMap(({ texts }) => texts.flatMap((text) => findIn(text, canaries.fromOutsiders)))
      expect(leaks).toEqual([])
      for (const feed of feeds) feed.close()
    },
    120_000,
  )
})

describe('holders of a role', () => {
  it.each(['manager', 'submission_judge', 'objective_designer', 'admin'] as const)(
    '(%s) read no token and no private stash',
    async (who) => {
      const leaks = (await readAll(who)).flatMap(({ address, text }) =>
        findIn(text, canaries.fromEverybody).map((secret) => `${address}: ${secret}`),
      )
      expect(leaks).toEqual([])
    },
    120_000,
  )
})

describe('these values', () => {
  // Proves that the search above can find the values.
  it('can be read by their owners', async () => {
    const insiders = ['player', 'owner', 'lead', 'objective_designer', 'admin', 'manager'] as const
    const read = await Promise.all(insiders.map(readAll))
    const all = read.flatMap((answers) => answers.map(({ text }) => text)).join('\n')
    expect(canaries.forInsiders.filter((secret) => !all.includes(secret))).toEqual([])
  }, 120_000)

  it('are found when an answer contains them', async () => {
    const { id } = await anObjective(api.db, scene.event_id as never, {
      parent_id: scene.root_id as never,
      name: 'canary-that-sings',
    })
    const answers = await readAll('nobody')
    expect(answers.some(({ text }) => text.includes('canary-that-sings'))).toBe(true)
    await api.db.deleteFrom('objectives').where('id', '=', id).execute()
  })
})
