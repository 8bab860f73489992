import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectDatabase } from '@muster/server/db/connect'
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '@muster/server/db/embedded-postgres'
import { migrate } from '@muster/server/db/migrate'
import { type Config, Secret } from '@muster/server/config'
import { issueToken } from '@muster/server/features/login/token'
import { startApi } from '../e2e/api/program.ts'
import { type Scene, setScene } from '../e2e/api/scene.ts'
import { root } from './places.ts'

// npm run schemathesis -- [EXAMPLES [SEED [OPERATION]]]: requests from an independent generator. Schemathesis, a program of its
// own (`pip install schemathesis`; SCHEMATHESIS names it if it is not on the PATH), reads the API document and tests a server
// started for it, as a visitor, a player and an admin, with EXAMPLES requests for each call besides those that cover every
// keyword of the document; or for one OPERATION only. Exit code 1 if an answer was 500 or above, or not in the document.

const program = process.env['SCHEMATHESIS'] ?? 'schemathesis'
const [examples = '30', seed = '20260116', operation] = process.argv.slice(2)
/** Tests delete whole events. */
const sceneCount = 40
/** Feeds are no calls. */
const feeds = '/ws$'
const checks = ['not_a_server_error', 'status_code_conformance', 'content_type_conformance', 'response_schema_conformance']

const folder = mkdtempSync(join(tmpdir(), 'muster-schemathesis-'))
const database = await startEmbeddedPostgres({ data_dir: join(folder, 'postgres'), durable: false, ends_with_starter: true })
await migrate(database.url)
const server = await startApi(database.url, { LOG_LEVEL: 'info' })
const { db, close } = connectDatabase(database.url, { max_connections: 2 })

const listKnown = ({ people, ...ids }: Scene) => ({
  ...Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, [id]])),
  event_id: [ids.event_id, ids.event_id, 'current'],
  user_id: Object.values(people).map(({ id }) => id),
  provider: ['poe', 'discord', 'twitch'],
  'getObjective.id': [ids.objective_id, ids.bounty_id, ids.root_id],
  'deleteObjective.id': [ids.objective_id, ids.bounty_id],
  'deleteCondition.id': [ids.condition_id],
  'deleteScoringPreset.id': [ids.preset_id],
})

async function setScenes(): Promise<Scene[]> {
  const scenes: Scene[] = []
  for (let made = 0; made < sceneCount; made++) {
    await db.updateTable('events').set({ is_current: false }).execute()
    scenes.push(await setScene({ db, bot_secret: server.bot_secret }, { is_current: true }))
  }
  return scenes
}

/**
 * The document with tuples of equal parts as lists of a fixed length, which is equivalent: Schemathesis 4.32 writes tuples in the
 * form of older drafts, and then refuses them.
 */
function withoutTuples(part: unknown): unknown {
  if (typeof part !== 'object' || part === null) return part
  if (Array.isArray(part)) return part.map(withoutTuples)
  const { prefixItems, ...rest } = Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, withoutTuples(value)]),
  ) as Record<string, unknown>
  const parts = Array.isArray(prefixItems) ? (prefixItems as unknown[]) : []
  const isAlike = parts.length > 0 && parts.every((each) => JSON.stringify(each) === JSON.stringify(parts[0]))
  if (isAlike && rest['items'] === false) return { ...rest, items: parts[0] }
  return prefixItems === undefined ? rest : { ...rest, prefixItems }
}

const schema = join(folder, 'openapi.json')
const document = (await (await fetch(`${server.base_url}/openapi.json`)).json()) as unknown
writeFileSync(schema, JSON.stringify(withoutTuples(document)))

const listArguments = (): string[] =>
  [
    ['run', schema, '--url', server.base_url.replace(/\/api$/, '')],
    operation === undefined ? ['--exclude-path-regex', feeds] : ['--include-operation-id', operation],
    ['--checks', checks.join(','), '--phases', 'examples,coverage,fuzzing', '--max-redirects', '0'],
    ['--max-examples', examples, '--seed', seed, '--continue-on-failure', '--no-shrink', '--warnings', 'off'],
    ['--suppress-health-check', 'all', '--generation-database', 'none', '--no-color'],
  ].flat()

/** @returns the exit code of the program, and the number of answers by status */
async function ask(role: string, scenes: readonly Scene[], tokens: readonly string[]) {
  const place = (name: string) => join(folder, `${role}-${name}`)
  writeFileSync(place('scenes.json'), JSON.stringify({ seed: Number(seed), tokens, known: scenes.map(listKnown) }))
  const child = spawn(program, listArguments(), {
    cwd: folder,
    stdio: 'inherit',
    env: {
      ...process.env,
      SCHEMATHESIS_HOOKS: join(root, 'tools', 'schemathesis.py'),
      MUSTER_SCENES: place('scenes.json'),
      MUSTER_TALLY: place('tally.json'),
      MUSTER_FAILURES: place('failures.txt'),
    },
  })
  const code = await new Promise<number>((done, fail) => {
    child.once('error', () =>
      fail(new Error(`"${program}" cannot be run. pip install schemathesis, or name it in SCHEMATHESIS.`)),
    )
    child.once('close', (exit) => done(exit ?? 1))
  })
  const tally = existsSync(place('tally.json'))
    ? (JSON.parse(readFileSync(place('tally.json'), 'utf8')) as Record<string, number>)
    : {}
  if (existsSync(place('failures.txt'))) console.error(readFileSync(place('failures.txt'), 'utf8'))
  return { code, tally }
}

try {
  let requests = 0
  for (const role of ['nobody', 'player', 'admin'] as const) {
    const scenes = await setScenes()
    const signer = { token_secret: new Secret(server.token_secret) } as Config
    const people = scenes.flatMap(
      ({ people: { player, lead, admin } }) => ({ nobody: [], player: [player, lead], admin: [admin] })[role],
    )
    const tokens = await Promise.all(people.map((person) => issueToken(signer, person)))
    const { code, tally } = await ask(role, scenes, tokens)
    const made = Object.values(tally).reduce((sum, count) => sum + count, 0)
    console.log(`As ${role}: ${made} requests, answered ${JSON.stringify(tally)}`)
    requests += made
    if (code !== 0) process.exitCode = 1
  }
  console.log(`${requests} requests.`)
} finally {
  await close()
  await server.stop()
  await database.stop()
  await removeEmbeddedPostgres(join(folder, 'postgres'))
  rmSync(folder, { recursive: true, force: true })
}
