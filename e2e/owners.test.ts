import { chownSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { useTestDatabase } from '@muster/server/testing/test-database'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Installation, makeInstallation } from './installation.ts'

// Commands beside a server of another user, or with a data directory set only in `.env`.

const nobody = { uid: 65534, gid: 65534 }
const isRoot = process.geteuid?.() === 0
/** Whether another user can run the Node of this machine. */
const mayAct = isRoot && spawnSync(process.execPath, ['--version'], { ...nobody, cwd: '/' }).status === 0

const database = useTestDatabase()
let place: Installation
beforeEach(() => {
  place = makeInstallation({ DATABASE_URL: database.url, POE_CLIENT_ID: 'x', POE_CLIENT_SECRET: 'x', POE_CONTACT: 'x@y' })
})
afterEach(() => place.remove())

const listOwners = () => readdirSync(place.data_dir).map((name) => `${name} ${statSync(join(place.data_dir, name)).uid}`)

test('backup uses the DATA_DIR set only in .env: it writes there and reads the secrets from there', async () => {
  expect(await place.run('rotate-secrets', ['new', 'token'])).toMatchObject({ code: 0 })
  const backup = await place.run('backup')
  expect([backup.code, backup.out]).toEqual([0, expect.stringContaining(join(place.data_dir, 'backups', 'muster-'))])
  expect(readdirSync(place.data_dir).toSorted()).toEqual(['backups', 'secrets.json'])
})

test.skipIf(!isRoot)(
  "no command of root writes into another user's directory: each says which user has to run it",
  async () => {
    chownSync(place.data_dir, nobody.uid, nobody.gid)
    const file = join(place.folder, 'input.json')
    writeFileSync(file, '[{"name":"Rope Belt","item_class":"Belts"}]')
    const withoutDatabase = { DATABASE_URL: '' }
    const commands: [string, string[], NodeJS.ProcessEnv?][] = [
      ['backup', ['--keep', '48']],
      ['backup', [join(place.folder, 'my.backup.gz')], withoutDatabase],
      ['restore', [file]],
      ['rotate-secrets', ['new', 'token']],
      ['rotate-secrets', ['forget', 'token']],
      ['game-data', ['import', file]],
      ['admin', ['list'], withoutDatabase],
      ['verify', [], withoutDatabase],
      ['serve', []],
    ]
    for (const [name, args, environment] of commands) {
      const { code, out, complaint } = await place.run(name, args, environment)
      expect([name, code]).toEqual([name, name === 'serve' ? 1 : 2])
      expect(out + complaint).toContain(`${place.data_dir} belongs to nobody, and this runs as root.`)
      expect(out + complaint).toContain(
        ['runuser -u nobody -- npm run -s', name, ...(args.length > 0 ? ['--', ...args] : [])].join(' '),
      )
    }
    expect(listOwners()).toEqual([])
  },
  120_000,
)

test.skipIf(!mayAct)('the command suggested to root works, and every file belongs to the owner of the directory', async () => {
  for (const path of [place.data_dir, join(place.folder, '.env')]) chownSync(path, nobody.uid, nobody.gid)
  spawnSync('chmod', ['755', place.folder])
  const made = await place.run('rotate-secrets', ['new', 'token'], {}, nobody)
  expect(made).toMatchObject({ code: 0, complaint: '' })
  expect(listOwners()).toEqual([`secrets.json ${nobody.uid}`])
})

test.skipIf(!isRoot)('doctor, run by root, checks as the owner of DATA_DIR', async () => {
  chownSync(place.data_dir, nobody.uid, nobody.gid)
  writeFileSync(join(place.data_dir, 'secrets.json'), '{}', { mode: 0o600 })
  const { out } = await place.run('doctor', ['--offline', '--json'])
  const texts = (JSON.parse(out) as { about: string; text: string }[]).filter(({ about }) => about === 'File access')
  const closed = [join(place.folder, '.env'), join(place.folder, 'package.json'), join(place.folder, 'tools', 'run.mjs')]
  for (const path of [...closed, join(place.data_dir, 'secrets.json')])
    expect(texts.map(({ text }) => text).join()).toContain(path)
  expect(texts[0]?.text).toMatch(/^The user nobody may not read /)
})
