import type { EventId } from '@muster/contract/ids'
import { createClock } from '@muster/server/clock'
import type { Db } from '@muster/server/db/connect'
import { createGateways } from '@muster/server/gateways/gateways'
import { findCursor, listPositions, moveStream, type StreamTarget } from '@muster/server/ingestion/stash/stream-position'
import { readCommandConfig } from './command-config.ts'
import { Complaint, readEvent, readOptions, runOperatorCommand } from './command.ts'
import { getNamedEvent, useDatabase } from './database.ts'

const usage = `Shows and sets the position from which the game's public stash stream is read, also while the server runs.

  npm run -s stream -- [--event ID] show
  npm run -s stream -- [--event ID] set POSITION     numbers joined by hyphens, as the game sends them
  npm run -s stream -- [--event ID] newest           skips to the current position; anything unread is skipped
  npm run -s stream -- [--event ID] back TO          returns to the position at a time, such as 2026-11-22T18:30:00Z

  --event   the event's number; default: the current event

Reading something again changes nothing. What is skipped is recorded as a gap.`

/** Number of kept positions to show. */
const shown = 20

async function show(db: Db, event_id: EventId): Promise<string> {
  const cursor = await findCursor(db, event_id)
  if (!cursor) return `Nothing of event ${event_id} has been read yet.`
  const kept = await listPositions(db, event_id, shown)
  return [
    `${cursor.moved_at.toISOString()}  ${cursor.next_change_id}  now`,
    ...kept.map(({ change_id, read_at }) => `${read_at.toISOString()}  ${change_id}`),
  ].join('\n')
}

/** The target of the command; null only shows the position. */
function readTarget([command, value, ...rest]: readonly string[]): StreamTarget | null {
  if (rest.length > 0) throw new Complaint(usage)
  if (command === 'show' && value === undefined) return null
  if (command === 'newest' && value === undefined) return 'newest'
  if (command === 'set' && value !== undefined) return { change_id: value }
  if (command !== 'back' || value === undefined) throw new Complaint(usage)
  const at = new Date(value)
  // A time without an offset would differ between machines.
  if (Number.isNaN(at.getTime()) || !/(Z|[+-]\d\d:\d\d)$/.test(value))
    throw new Complaint(`"${value}" is not a time with an offset, such as 2026-11-22T18:30:00Z`)
  return { at }
}

async function move(db: Db, database_url: string, event_id: EventId, target: StreamTarget): Promise<string> {
  // The game is only asked for the end of the stream, which needs no login.
  const config = readCommandConfig(database_url)
  const clock = createClock(null)
  const moved = await moveStream({ db, clock, ...createGateways(config, clock) }, event_id, target)
  if (!moved.ok) throw new Complaint(moved.problem)
  const what = moved.has_skipped ? 'Everything in between is skipped and recorded as a gap.' : 'Nothing is skipped.'
  return `Event ${event_id} is now read from ${moved.to}; it was at ${moved.from ?? 'no position'}. ${what}`
}

await runOperatorCommand(async () => {
  const { values, positionals } = readOptions(usage, { event: { type: 'string', default: 'current' } })
  const [event, target] = [readEvent(values.event, usage), readTarget(positionals)]
  await useDatabase({ max_connections: 2, prepares: true }, async (db, url) => {
    const { id } = await getNamedEvent(db, event)
    process.stdout.write(`${target === null ? await show(db, id) : await move(db, url, id, target)}\n`)
  })
})
