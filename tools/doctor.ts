import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { readOurSecrets, readVariables, serverRoles, type Variables } from '@muster/server/config'
import { countConnections } from '@muster/server/connections'
import { connectDatabase, type Db } from '@muster/server/db/connect'
import { examineDatabase, examineReplica } from '@muster/server/db/examine'
import { countSeals, type SealCount } from '@muster/server/features/login/reseal'
import { createTokenVault } from '@muster/server/features/login/token-vault'
import { readSecrets } from '@muster/server/kept-secrets'
import { listProcesses, markProcess } from '@muster/server/processes'
import { explainDatabase, problems, StartProblem } from '@muster/server/start-problems'
import { Complaint, messageOf, readOptions, runOperatorCommand } from './command.ts'
import { judgeDatabase } from './doctor/database.ts'
import { judgeAccess, readRefused } from './doctor/access.ts'
import { describeFindings, type Finding, ok, problem, toFinding } from './doctor/finding.ts'
import {
  judgeCalculators,
  judgeDisk,
  judgeMemory,
  judgeNode,
  judgeOpenFiles,
  judgePages,
  judgePrivatePaths,
  readOpenFiles,
  readPrivatePaths,
  readSpace,
} from './doctor/machine.ts'
import { listAsked, tryAddress, tryPort, tryPublicAddress } from './doctor/outside.ts'
import { judgeOldSecrets } from './doctor/old-secrets.ts'
import { judgeProcesses } from './doctor/processes.ts'
import { judgeReplica } from './doctor/replica.ts'
import { judgeAddress, judgeGame, judgeLogins, judgeProxy, judgeSecrets, judgeSource } from './doctor/settings.ts'
import { environmentFile } from './environment.ts'
import { findExisting, findOwner, listRefused } from './ownership.ts'
import { findClosedFolder, findPages } from './pages.ts'
import { dataDir, root } from './places.ts'

const usage = `Checks whether this machine and its configuration are ready for Muster, and says what to do where they are not.

  npm run -s doctor -- [--offline] [--json]

  --offline   asks nobody but the database
  --json      the findings as JSON, for programs

It changes nothing, and may run beside the server. Exits with 1 if there is a problem, 0 if there is none.`

function readArguments(): { offline: boolean; json: boolean } {
  const { values, positionals } = readOptions(usage, {
    offline: { type: 'boolean' },
    json: { type: 'boolean' },
    help: { type: 'boolean' },
  })
  if (values.help || positionals.length > 0) throw new Complaint(usage)
  return { offline: values.offline ?? false, json: values.json ?? false }
}

/** The container's limit, if it has one; otherwise the machine's memory. */
const readMemory = () => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)

function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    // Only Linux has it.
    return ''
  }
}

function findLuajit(): string | null {
  const { status, stdout } = spawnSync('luajit', ['-v'], { encoding: 'utf8' })
  return status === 0 ? (stdout.split(' -- ')[0]?.trim() ?? '') : null
}

/** @param values null while the configuration is incomplete: then the defaults of one process are checked */
function checkMachine(values: Variables | null): Finding[] {
  const roles = values?.ROLES ?? serverRoles
  const checkouts = [values?.POB_DIR, values?.POB_DIR_POE2].filter((folder) => folder !== undefined)
  const works = roles.includes('jobs') && checkouts.length > 0
  const limit = readOpenFiles(readLimits())
  const folder = dataDir()
  const us = process.geteuid?.() ?? null
  // The user of the server, who will also own a folder that does not exist yet.
  const user = findOwner(findExisting(folder)) ?? { uid: us ?? 0, gid: 0, name: 'this user' }
  const closed = findClosedFolder((path) => listRefused(user, 'w', [path])?.length !== 1)
  return [
    judgeNode(process.versions.node),
    judgeMemory(readMemory(), works ? (values?.POB_CONCURRENCY ?? 0) : 0),
    judgeDisk(readSpace(folder, user), folder, user.name),
    ...(limit === null ? [] : [judgeOpenFiles(limit, roles)]),
    ...judgePrivatePaths(readPrivatePaths(environmentFile(), folder)),
    ...(existsSync(folder) ? judgeAccess(user, readRefused(user, root, folder), us) : []),
    ...judgePages(findPages(), roles, closed, user.name),
    ...(roles.includes('jobs') ? judgeCalculators(checkouts, checkouts.length > 0 ? findLuajit() : null) : []),
  ]
}

/** Seals of the accounts in a reachable database; null without tables. */
async function lookAtSeals(db: Db, secrets: ReturnType<typeof readOurSecrets>): Promise<SealCount | null> {
  try {
    return await countSeals(db, createTokenVault(secrets))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefinedTable) return null
    throw error
  }
}
const undefinedTable = '42P01'

/** The server on a reachable database: its processes, and the secrets that it needs. */
async function checkServer(values: Variables): Promise<Finding[]> {
  const data_dir = dataDir()
  const { db, close } = connectDatabase(values.DATABASE_URL, { max_connections: 1 })
  try {
    const processes = await listProcesses(db)
    const kept = readSecrets(data_dir)
    if (!kept && !values.ENCRYPTION_SECRET) return judgeProcesses(processes, null)
    const secrets = readOurSecrets(values, kept)
    const ours = markProcess({ roles: values.ROLES, data_dir, ...secrets })
    return [...judgeProcesses(processes, ours), ...judgeOldSecrets(values, kept, await lookAtSeals(db, secrets), Date.now())]
  } catch (error) {
    if (!(error instanceof StartProblem)) throw error
    return [problem('Secrets', error.message, error.todo)]
  } finally {
    await close()
  }
}

/** @param values null while the configuration is incomplete */
async function checkDatabase(url: string, values: Variables | null): Promise<Finding[]> {
  let facts
  try {
    facts = await examineDatabase(url)
  } catch (error) {
    const known = explainDatabase(error, url)
    return [known ? toFinding('Database', known) : problem('Database', `${messageOf(error)}.`, 'Check DATABASE_URL.')]
  }
  const findings = judgeDatabase(facts, countConnections(values?.ROLES ?? [...serverRoles]))
  return values ? [...findings, ...(await checkServer(values))] : findings
}

async function checkReplica({ DATABASE_URL, DATABASE_REPLICA_URL, ROLES }: Variables): Promise<Finding[]> {
  if (DATABASE_REPLICA_URL === undefined) return []
  if (!ROLES.includes('http')) return [ok('Replica', 'not used, since this process does not have the role http')]
  try {
    return judgeReplica(await examineReplica(DATABASE_REPLICA_URL, DATABASE_URL))
  } catch (error) {
    const todo =
      'Check DATABASE_REPLICA_URL, and whether the replica runs and accepts this machine. Until then the database answers every read.'
    return [problem('Replica', `It cannot be reached: ${messageOf(error) || (error as NodeJS.ErrnoException).code}.`, todo)]
  }
}

async function checkOutside(values: Variables): Promise<Finding[]> {
  const tries = listAsked(values).map((asked) => tryAddress(asked))
  if (values.ROLES.includes('http')) tries.unshift(tryPublicAddress(values.PUBLIC_URL))
  return (await Promise.all(tries)).flat()
}

async function examine(offline: boolean): Promise<Finding[]> {
  const read = readVariables(process.env)
  const database_url = process.env['DATABASE_URL']
  const complete = read.ok
    ? [ok('Configuration', 'complete')]
    : read.problems.map((one) => toFinding('Configuration', problems.settings([one])))
  const values = read.ok ? read.values : null
  const isValid = (name: string) => read.ok || read.problems.every((one) => one.name !== name)
  return [
    ...checkMachine(values),
    ...complete,
    ...judgeSecrets(process.env),
    ...(database_url && isValid('DATABASE_URL') ? await checkDatabase(database_url, values) : []),
    ...(values ? await checkReplica(values) : []),
    ...(values
      ? [...judgeGame(values), judgeLogins(values), ...judgeAddress(values), judgeSource(values), judgeProxy(values)]
      : []),
    ...(values?.ROLES.includes('http') ? [await tryPort('PORT', values.HOST, values.PORT)] : []),
    ...(values?.METRICS_PORT ? [await tryPort('METRICS_PORT', values.METRICS_HOST, values.METRICS_PORT)] : []),
    ...(values && !offline ? await checkOutside(values) : []),
  ]
}

await runOperatorCommand(async () => {
  const { offline, json } = readArguments()
  const findings = await examine(offline)
  process.stdout.write(json ? `${JSON.stringify(findings)}\n` : `${describeFindings(findings)}\n`)
  if (findings.some(({ state }) => state === 'problem')) process.exitCode = 1
})
