import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { EventId } from '@muster/contract/ids'
import { createCaches } from '@muster/server/caches'
import { createClock } from '@muster/server/clock'
import { readConfig } from '@muster/server/config'
import { connectDatabase } from '@muster/server/db/connect'
import { createTokenVault } from '@muster/server/features/login/token-vault'
import { createGateways } from '@muster/server/gateways/gateways'
import { ReplayError, replayPage } from '@muster/server/ingestion/stash/replay'
import { createLogger } from '@muster/server/log'
import { timeOn } from '@muster/server/time'
import { openDatabase } from './database.ts'

const usage = `Processes saved pages of the game's public stash stream as if they had just been fetched.

  npm run -s replay -- [--event ID] [--league NAME] [--as IN_PAGE=PARTICIPANT]... FILE...

  --event   the event's number; default: the current event
  --league  reads only tabs of this league in the page, and treats it as the event's league
  --as      account name in the page = game account of a participant (may be given more than once);
            without --league that account's tabs count in any league`

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(2)
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        event: { type: 'string' },
        league: { type: 'string' },
        as: { type: 'string', multiple: true },
        help: { type: 'boolean' },
      },
    })
    if (values.help || positionals.length === 0) fail(usage)
    const accounts = (values.as ?? []).map((pair) => {
      const [inPage, participant, ...rest] = pair.split('=')
      if (!inPage || !participant || rest.length > 0) fail(`--as must be IN_PAGE=PARTICIPANT, not "${pair}"`)
      return [inPage, participant] as const
    })
    if (values.event !== undefined && !/^[1-9]\d*$/.test(values.event)) fail(`--event must be a number, not "${values.event}"`)
    return { ...values, accounts: new Map(accounts), files: positionals }
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  }
}

const { event, league, accounts, files } = readArguments()
const database = await openDatabase()
const config = readConfig({
  POE_CLIENT_ID: 'replay',
  POE_CLIENT_SECRET: 'unused',
  POE_CONTACT: 'unused',
  ...process.env,
  DATABASE_URL: database.url,
})
const { db, close } = connectDatabase(database.url, { max_connections: 2, prepares: true })
const time = timeOn(createClock(config.clock))
const ctx = {
  config,
  db,
  ...time,
  log: createLogger('warn'),
  caches: createCaches(),
  vault: createTokenVault(config.encryption_secret),
  ...createGateways(config, time),
}
try {
  const current = await db.selectFrom('events').select('id').where('is_current', '=', true).executeTakeFirst()
  const event_id = event === undefined ? current?.id : (Number(event) as EventId)
  if (event_id === undefined) fail('No event is current; name one with --event')
  for (const file of files) {
    const text = await readFile(file, 'utf8')
    const result = await replayPage(ctx, text, { event_id, accounts, ...(league === undefined ? {} : { league }) })
    process.stdout.write(`${file}: ${result.snapshots} tabs changed, ${result.facts} facts\n`)
    for (const { name, number } of result.shown) process.stdout.write(`  ${number} × ${name}\n`)
    if (result.accounts.length > 0) {
      process.stderr.write(`not in the event, left out: ${result.accounts.join(', ')} (map them with --as)\n`)
    }
    for (const { objective_id, field, operator, reason } of result.refused) {
      process.stderr.write(`objective ${objective_id} was left out: ${field} ${operator}: ${reason}\n`)
    }
  }
} catch (error) {
  if (!(error instanceof ReplayError || (error instanceof Error && 'code' in error && error.code === 'ENOENT'))) throw error
  process.exitCode = 2
  process.stderr.write(`${error.message}\n`)
} finally {
  await close()
  await database.close()
}
