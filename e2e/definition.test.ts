import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { useFolder } from '@muster/server/testing/folder'
import { connectDatabase } from '@muster/server/db/connect'
import type { Row } from '@muster/server/db/schema'
import { insertRoot } from '@muster/server/features/events/store'
import { anEvent } from '@muster/server/testing/builders'
import { useTestDatabase } from '@muster/server/testing/test-database'
import { afterAll, beforeAll, expect, it } from 'vitest'

const database = useTestDatabase()
let connection: ReturnType<typeof connectDatabase>
let event: Row<'events'>
const folder = useFolder('definition')
const file = join(folder, 'league.yaml')

beforeAll(async () => {
  connection = connectDatabase(database.url)
  event = await anEvent(connection.db, { is_current: true })
  await connection.db.transact((tx) => insertRoot(tx, event.id))
})
afterAll(() => connection.close())

const script = fileURLToPath(new URL('../tools/definition.ts', import.meta.url))
const example = readFileSync(new URL('../server/src/definition/examples/weekend.yaml', import.meta.url), 'utf8')

/** Runs the command as `npm run -s definition -- …` does. */
const definition = (...args: string[]) =>
  new Promise<{ code: unknown; out: string; complaint: string }>((resolve) => {
    const env = { ...process.env, DATABASE_URL: database.url }
    execFile(process.execPath, [script, ...args], { env }, (error, out, complaint) =>
      resolve({ code: error?.code ?? 0, out, complaint }),
    )
  })

it('takes a definition from file to event and back: diff, dry run, apply, export', async () => {
  writeFileSync(file, example)
  const diff = await definition('diff', 'current', file)
  expect(diff.code).toBe(1)
  expect(diff.out).toContain('+ "Uniques" is added, with 19 objectives below it')
  expect(diff.complaint).toBe('')
  const dry = await definition('apply', 'current', file, '--dry-run')
  expect([dry.code, dry.out.split('\n').at(-2)]).toEqual([
    0,
    expect.stringMatching(/^\d+ edits can be made; nothing was changed\.$/),
  ])
  expect((await definition('diff', 'current', file)).code).toBe(1)
  expect((await definition('apply', 'current', file)).out).toMatch(/\n\d+ edits made\.\n$/)
  expect(await definition('diff', 'current', file)).toMatchObject({ code: 0, out: 'Nothing differs.\n' })
  const exported = await definition('export', String(event.id))
  expect(exported.out).toContain(`name: ${event.name}`)
  expect(exported.out.slice(exported.out.indexOf('scoring_presets'))).toBe(example.slice(example.indexOf('scoring_presets')))
  const [change] = await connection.db.selectFrom('definition_changes').selectAll().where('event_id', '=', event.id).execute()
  expect(change).toMatchObject({ author_id: null, reason: expect.stringContaining('on the command line') as string })
  const json = join(folder, 'league.json')
  await definition('export', 'current', json)
  expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({ muster_definition: 1 })
  expect(await definition('diff', 'current', json)).toMatchObject({ code: 0 })
}, 120_000)

it('lists all mistakes of a file with their lines, and changes nothing', async () => {
  const before = (await definition('export', 'current')).out
  const wrong = join(folder, 'wrong.yaml')
  writeFileSync(wrong, 'muster_definition: 1\nobjectives:\n  - name: A\n    requird_number: 2\n  - nmae: B\n')
  const refused = await definition('apply', 'current', wrong)
  expect([refused.code, refused.out]).toEqual([2, ''])
  expect(refused.complaint.trim().split('\n')).toEqual([
    `${wrong}:4:5: objectives.0.requird_number: there is no "requird_number" here; did you mean "required_number"?`,
    `${wrong}:5:5: objectives.1.nmae: there is no "nmae" here; did you mean "name"?`,
    `${wrong}:5:5: objectives.1.name: is required`,
  ])
  expect((await definition('export', 'current')).out).toBe(before)
}, 60_000)

it("prints the server's refusal, such as for edits of a locked event", async () => {
  await connection.db.updateTable('events').set({ is_locked: true }).where('id', '=', event.id).execute()
  writeFileSync(file, example.replace('name: Goldrim', 'name: Rime of gold'))
  const refused = await definition('apply', 'current', file)
  expect(refused.code).toBe(2)
  expect(refused.complaint).toContain('Event is locked')
  await connection.db.updateTable('events').set({ is_locked: false }).where('id', '=', event.id).execute()
}, 60_000)

it.each([
  [[], 'npm run -s definition -- export EVENT [FILE]'],
  [['apply', 'current'], 'npm run -s definition -- export EVENT [FILE]'],
  [['diff', 'last', 'x.yaml'], 'An event is a number or "current", not "last".'],
  [['diff', 'current', '/nowhere/x.yaml'], '/nowhere/x.yaml cannot be read'],
  [['export', '999999'], 'There is no event 999999.'],
  [['export', 'current', '--force'], "Unknown option '--force'"],
  [['diff', 'current', 'x.yaml', '--dry-run'], '--dry-run works with apply only.'],
])(
  'refuses %j with a reason',
  async (args, reason) => {
    const { code, out, complaint } = await definition(...args)
    expect([code, out]).toEqual([2, ''])
    expect(complaint).toContain(reason)
  },
  30_000,
)

it('warns of unknown names with their line, and does the work anyway', async () => {
  const misspelled = join(folder, 'misspelled.yaml')
  writeFileSync(misspelled, 'muster_definition: 1\nobjectives:\n  - {name: A shirt, conditions: [{NAME EQ: Tabula Raza}]}\n')
  const diff = await definition('diff', 'current', misspelled)
  expect(diff.complaint).toBe(
    `${misspelled}:3: warning: A shirt: No known item has the name "Tabula Raza". Did you mean Tabula Rasa?\n`,
  )
  expect(diff.out).toContain('+ "A shirt" is added')
})
