import { readFile } from 'node:fs/promises'
import { createCaches } from '@muster/server/caches'
import { createClock } from '@muster/server/clock'
import type { Db } from '@muster/server/db/connect'
import { createTokenVault } from '@muster/server/features/login/token-vault'
import { createGateways } from '@muster/server/gateways/gateways'
import { ReplayError, replayPage } from '@muster/server/ingestion/stash/replay'
import { createLogger } from '@muster/server/log'
import { readCommandConfig } from './command-config.ts'
import { Complaint, messageOf, readEvent, readOptions, runOperatorCommand } from './command.ts'
import { getNamedEvent, useDatabase } from './database.ts'

const usage = `Processes saved pages of the game's public stash stream as if they had just been fetched.

  npm run -s replay -- [--event ID] [--league NAME] [--as IN_PAGE=PARTICIPANT]... FILE...

  --event   the event's number; default: the current event
  --league  reads only tabs of this league in the page, and treats it as the event's league
  --as      account name in the page = game account of a participant (may be given more than once);
            without --league that account's tabs count in any league`

function readArguments() {
  const { values, positionals } = readOptions(usage, {
    event: { type: 'string', default: 'current' },
    league: { type: 'string' },
    as: { type: 'string', multiple: true },
    help: { type: 'boolean' },
  })
  if (values.help || positionals.length === 0) throw new Complaint(usage)
  const accounts = (values.as ?? []).map((pair) => {
    const [inPage, participant, ...rest] = pair.split('=')
    if (!inPage || !participant || rest.length > 0)
      throw new Complaint(`--as must be IN_PAGE=PARTICIPANT, not "${pair}"\n\n${usage}`)
    return [inPage, participant] as const
  })
  return { event: readEvent(values.event, usage), league: values.league, accounts: new Map(accounts), files: positionals }
}

async function readPage(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new Complaint(`${file} cannot be read: ${messageOf(error)}`)
  }
}

function createContext(db: Db, database_url: string) {
  const config = readCommandConfig(database_url)
  const clock = createClock(null)
  return {
    config,
    db,
    clock,
    log: createLogger('warn'),
    caches: createCaches(),
    vault: createTokenVault(config),
    ...createGateways(config, clock),
  }
}

function describe(file: string, result: Awaited<ReturnType<typeof replayPage>>): void {
  process.stdout.write(`${file}: ${result.snapshots} tabs changed, ${result.facts} facts\n`)
  for (const { name, number } of result.shown) process.stdout.write(`  ${number} × ${name}\n`)
  if (result.accounts.length > 0) {
    process.stderr.write(`not in the event, left out: ${result.accounts.join(', ')} (map them with --as)\n`)
  }
  for (const { objective_id, field, operator, reason } of result.refused) {
    process.stderr.write(`objective ${objective_id} was left out: ${field} ${operator}: ${reason}\n`)
  }
}

await runOperatorCommand(async () => {
  const { event, league, accounts, files } = readArguments()
  await useDatabase({ max_connections: 2, prepares: true }, async (db, url) => {
    const ctx = createContext(db, url)
    const { id } = await getNamedEvent(db, event)
    for (const file of files) {
      const text = await readPage(file)
      try {
        describe(file, await replayPage(ctx, text, { event_id: id, accounts, ...(league === undefined ? {} : { league }) }))
      } catch (error) {
        throw error instanceof ReplayError ? new Complaint(error.message) : error
      }
    }
  })
})
