import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { EventId } from '@muster/contract/ids'
import { connectDatabase, type Db } from '@muster/server/db/connect'
import { startEmbeddedPostgres } from '@muster/server/db/embedded-postgres'
import type * as migrations from '@muster/server/db/migrate'
import { migrate } from '@muster/server/db/migrate'
import { verifyStandings } from '@muster/server/scoring/verify'
import type * as programs from '../e2e/api/program.ts'
import type * as worlds from '../e2e/world.ts'
import { Complaint, readOptions, runCommand } from './command.ts'
import { listReleases } from './migration-rules.ts'
import { members, root } from './places.ts'
import { runProgram } from './processes.ts'

const usage = `Starts the program of the last release (database/releases.json), migrates its database under it to what this version
wants, and checks that it goes on: it plays a simulated event, takes every call of its own API tests, hands over to a process of this
version, and starts again on the database that has come of it. Takes some minutes; everything stays on this machine.

  npm run -s last-release -- [COMMIT]     another program of our history`

const event_id = 1 as EventId
const patience_ms = 240_000

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, maxBuffer: 1 << 30 })

/** @throws Complaint when this copy of the history does not reach back so far. */
function findCommit(name: string): string {
  try {
    return git('rev-parse', '--verify', '--quiet', `${name}^{commit}`).toString().trim()
  } catch {
    const isShallow = git('rev-parse', '--is-shallow-repository').toString().trim() === 'true'
    throw new Complaint(
      `NOT checked: the commit ${name} is not in this copy of the history.${isShallow ? ' It is shallow: git fetch --unshallow' : ''}`,
    )
  }
}

/** The program of a commit in a folder of its own, with the packages that it asks for. */
async function unpack(commit: string, folder: string): Promise<void> {
  const archive = git('archive', '--format=tar', commit)
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  const readLock = (place: string) => readFileSync(join(place, 'package-lock.json'), 'utf8')
  if (readLock(folder) !== readLock(root)) {
    process.stderr.write('It asks for other packages: installing them …\n')
    const { code, output } = await runProgram('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder })
    if (code !== 0) throw new Error(output)
    return
  }
  // Ours, but for the members, which are its own.
  for (const member of ['.', ...members]) {
    const [from, to] = [join(root, member, 'node_modules'), join(folder, member, 'node_modules')]
    if (!existsSync(from)) continue
    mkdirSync(to)
    for (const name of readdirSync(from).filter((one) => one !== '@muster')) symlinkSync(join(from, name), join(to, name))
  }
  mkdirSync(join(folder, 'node_modules', '@muster'))
  for (const member of members) symlinkSync(join(folder, member), join(folder, 'node_modules', '@muster', member))
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const began = Date.now()
  while (!(await holds())) {
    if (Date.now() > began + patience_ms) throw new Error(`${what} did not happen within ${patience_ms / 1000} s`)
    await sleep(200)
  }
}

const countRows = async (db: Db, table: 'facts' | 'score_changes') =>
  (
    await db
      .selectFrom(table)
      .select((of) => of.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count
const countWork = async (db: Db) => ({ facts: await countRows(db, 'facts'), changes: await countRows(db, 'score_changes') })

/** Until facts and scores have come that were not there. */
async function playOn(db: Db, what: string): Promise<void> {
  const before = await countWork(db)
  await until(what, async () => {
    const { facts, changes } = await countWork(db)
    return facts > before.facts && changes > before.changes
  })
}

/** What a change of the tables costs work that is under way: it is done again. */
const repeated = /cached plan must not change result type|deadlock detected/
const listErrors = (log: readonly string[]) => log.filter((line) => /"level":(50|60)/.test(line))

interface Program
  extends Pick<typeof worlds, 'openWorld'>,
    Pick<typeof programs, 'startApi'>,
    Pick<typeof migrations, 'migrate'> {
  /** Absent where the program does not start on a database of a later version. */
  readonly neededBy?: typeof migrations.neededBy
}

/** What we have ourselves, as that version has it. */
async function loadProgram(folder: string): Promise<Program> {
  const paths = ['e2e/world.ts', 'e2e/api/program.ts', 'server/src/db/migrate.ts']
  const modules = await Promise.all(paths.map((path) => import(pathToFileURL(join(folder, path)).href) as Promise<object>))
  return Object.assign({}, ...modules) as Program
}

const say = (line: string) => void process.stdout.write(`${line}\n`)

/** The event goes on while the database changes, and a process of this version takes it over. */
async function playEvent(old: Program, url: string): Promise<void> {
  await old.migrate(url)
  const { db, close } = connectDatabase(url, { max_connections: 2 })
  const world = await old.openWorld({ database_url: url, speed: 300, plays_past: false })
  try {
    await world.start()
    await playOn(db, 'the beginning of the event')
    const applied = await migrate(url)
    say(`applied under it: ${applied.length === 0 ? 'nothing' : applied.join(', ')}`)
    const from = world.log().length
    await playOn(db, 'going on after the migration')
    await playOn(db, 'going on after the migration')
    const errors = listErrors(world.log().slice(from))
    const wrong = errors.filter((line) => !repeated.test(line))
    if (wrong.length > 0) throw new Error(`it logged errors:\n${wrong.slice(0, 5).join('\n')}`)
    say(`it plays on: facts and scores come; ${errors.length} pieces of work were done again because a table changed under them`)

    // Programs of before 0.1.0 do not tell.
    if ((world.env as typeof world.env | undefined) === undefined)
      return say('handing over to this version is NOT checked: that version does not say how its processes are set up')

    const ours = spawn(process.execPath, ['server/src/main.ts'], {
      cwd: root,
      env: { ...process.env, ...world.env, PORT: '0' },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    try {
      await sleep(10_000)
      await world.kill()
      await playOn(db, 'going on with this version')
    } finally {
      const ended = new Promise((done) => ours.once('exit', done))
      ours.kill('SIGTERM')
      await ended
    }
    const found = await verifyStandings(db, event_id)
    if (!found || found.differences.length > 0) throw new Error(`${found?.differences.length} scores differ from a rebuild`)
    say('this version takes over from it: 0 scores differ from a rebuild')

    if (!old.neededBy) return say('starting it again on this database is not expected of that version')
    await world.start()
    await playOn(db, 'going on with the version before')
    await world.kill()
    const again = await verifyStandings(db, event_id)
    if (!again || again.differences.length > 0) throw new Error(`${again?.differences.length} scores differ after the way back`)
    say('it starts again on this database and goes on: 0 scores differ')
  } finally {
    await world.close()
    await close()
  }
}

/** Its own API tests, against it, on a database that has become ours. */
async function takeCalls(old: Program, url: string, folder: string): Promise<void> {
  await old.migrate(url)
  const program = await old.startApi(url)
  try {
    await migrate(url)
    const env = {
      API_BASE_URL: program.base_url,
      API_DATABASE_URL: url,
      API_TOKEN_SECRET: program.token_secret,
      API_BOT_SECRET: program.bot_secret,
      DATABASE_URL: '',
      NO_COLOR: '1',
    }
    const vitest = join(folder, 'node_modules', 'vitest', 'vitest.mjs')
    const { code, output } = await runProgram(
      process.execPath,
      [vitest, 'run', '--project', 'api-embedded', 'e2e/api/success.test.ts', '--reporter=dot'],
      { cwd: folder, env },
    )
    const counts = output.split('\n').filter((line) => /^\s*(Tests|Test Files) /.test(line))
    if (code !== 0) throw new Error(`its API tests fail on this database:\n${output.slice(-6000)}`)
    say(`it takes every call:${counts.map((line) => ` ${line.trim()}`).join(';')}`)
  } finally {
    await program.stop()
  }
}

await runCommand(async () => {
  const { positionals } = readOptions(usage, {})
  const commit = findCommit(positionals[0] ?? listReleases().at(-1)?.commit ?? '')
  const folder = mkdtempSync(join(tmpdir(), 'muster-release-'))
  const program = join(folder, 'program')
  mkdirSync(program)
  const databases = []
  try {
    say(`The program of ${commit.slice(0, 12)}:`)
    await unpack(commit, program)
    const old = await loadProgram(program)
    for (const name of ['event', 'calls']) {
      const database = await startEmbeddedPostgres({ data_dir: join(folder, name), durable: false, ends_with_starter: true })
      databases.push(database)
      if (name === 'event') await playEvent(old, database.url)
      else await takeCalls(old, database.url, program)
    }
  } finally {
    for (const database of databases) await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
