import { setTimeout as wait } from 'node:timers/promises'
import type { EventId } from '@muster/contract/ids'
import type { Db } from '@muster/server/db/connect'
import type { Row } from '@muster/server/db/schema'
import { type Verification, verifyStandings } from '@muster/server/scoring/verify'
import type { ScoreDelta, TeamScore } from '@muster/domain/scoring/score'
import { Complaint, readEvent, readOptions, runOperatorCommand } from './command.ts'
import { getNamedEvent, useDatabase } from './database.ts'

const usage = `Recomputes standings from the ledger and prints where the stored ones differ, also while the server runs.

  npm run -s verify -- [--json] [EVENT]

  EVENT     number of an event, or "current"; default: all events
  --json    one line of JSON for each event

Exits with 0 if nothing differs, 1 if something does, 2 if the check could not run.`

/** Number of checks of an event while an edit waits for the scorekeeper, a second apart. */
const maxAttempts = 10

type EventRow = Pick<Row<'events'>, 'id' | 'name'>

interface Found extends Verification {
  readonly event: EventRow
}

function readArguments(): { json: boolean; wanted: EventId | 'current' | null } {
  const { values, positionals } = readOptions(usage, { json: { type: 'boolean' }, help: { type: 'boolean' } })
  const [wanted] = positionals
  if (values.help || positionals.length > 1) throw new Complaint(usage)
  return { json: values.json ?? false, wanted: wanted === undefined ? null : readEvent(wanted, usage) }
}

const listWanted = async (db: Db, wanted: EventId | 'current' | null): Promise<EventRow[]> =>
  wanted === null
    ? await db.selectFrom('events').select(['id', 'name']).orderBy('id').execute()
    : [await getNamedEvent(db, wanted)]

/** Null: the event was deleted meanwhile. */
async function verifyEvent(db: Db, event: EventRow): Promise<Found | null> {
  for (let attempt = 1; ; attempt++) {
    const found = await verifyStandings(db, event.id)
    if (!found) return null
    const isSettled = found.differences.length === 0 || found.unscored_edit === null
    if (isSettled || attempt === maxAttempts) return { event, ...found }
    await wait(1000)
  }
}

const writeScore = (score: TeamScore | null): string =>
  score === null
    ? 'nothing'
    : [
        `${score.points} points`,
        `rank ${score.rank}`,
        `number ${score.number}`,
        score.finished ? 'finished' : 'not finished',
        score.timestamp === null ? 'at no time' : new Date(score.timestamp).toISOString(),
        score.user_id === null ? 'by nobody' : `by user ${score.user_id}`,
      ].join(', ')

async function writeText(db: Db, { event, ...found }: Found): Promise<string> {
  const { differences, compared, ledger_sequence, is_behind, unscored_edit } = found
  const upTo = `up to ledger entry ${ledger_sequence}${is_behind ? '; later entries are not scored yet' : ''}`
  const heading = `Event ${event.id}, ${event.name}: ${differences.length} of ${compared} scores differ (${upTo}).`
  const names = await loadNames(db, event.id)
  const lines = differences.flatMap(({ objective_id, team_id, before, after }) => [
    `  objective ${objective_id} ${names.objectives.get(objective_id) ?? '(deleted)'}, team ${team_id} ${names.teams.get(team_id) ?? '(deleted)'}`,
    `    stored:     ${writeScore(before)}`,
    `    recomputed: ${writeScore(after)}`,
  ])
  if (differences.length > 0 && unscored_edit !== null)
    lines.push(`  Edit ${unscored_edit} is not scored yet, which may be the reason. Start the scoring role, then try again.`)
  return [heading, ...lines].join('\n')
}

async function loadNames(db: Db, event_id: EventId) {
  const objectives = await db.selectFrom('objectives').select(['id', 'name']).where('event_id', '=', event_id).execute()
  const teams = await db.selectFrom('teams').select(['id', 'name']).where('event_id', '=', event_id).execute()
  const byId = (rows: readonly { id: number; name: string }[]) => new Map(rows.map(({ id, name }) => [id, JSON.stringify(name)]))
  return { objectives: byId(objectives), teams: byId(teams) }
}

function writeJson({ event, differences, ...found }: Found): string {
  const asStored = ({ before, after, ...pair }: ScoreDelta) => ({ ...pair, stored: before, recomputed: after })
  return JSON.stringify({ event_id: event.id, name: event.name, ...found, differences: differences.map(asStored) })
}

await runOperatorCommand(async () => {
  const { json, wanted } = readArguments()
  await useDatabase({ max_connections: 1 }, async (db) => {
    const events = await listWanted(db, wanted)
    if (events.length === 0 && !json) process.stdout.write('There are no events.\n')
    for (const event of events) {
      const found = await verifyEvent(db, event)
      if (!found) continue
      process.stdout.write(`${json ? writeJson(found) : await writeText(db, found)}\n`)
      if (found.differences.length > 0) process.exitCode = 1
    }
  })
})
