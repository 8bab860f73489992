import type { Reply } from '@muster/contract/endpoint'
import type { Endpoints } from '@muster/contract/endpoints'
import type { TableName } from '@muster/contract/tables'
import { writeCsv } from '@muster/domain/objective-sheet/table'
import { Answer, type CachedHandler, type Handlers, type Shared } from '../../call.ts'
import {
  type Rows,
  writeHistory,
  writeLadder,
  writeObjectives,
  writePlayers,
  writeScores,
  writeStandings,
  writeStreams,
  writeTeams,
} from './columns.ts'

/** The calls whose answers the tables contain. */
const sources = [
  'getTeams',
  'getLatestScoresForEvent',
  'getObjectiveTreeForEvent',
  'getUsersForEvent',
  'getScoreHistory',
  'getLadder',
  'getStreams',
] as const
type Source = (typeof sources)[number]
export type TableSources = { readonly [N in Source]: CachedHandler<Endpoints[N]> }

/** Reads a call as a visitor does. */
type ReadCall = <N extends Source>(name: N) => Promise<Reply<Endpoints[N]>>

const tables: Readonly<Record<TableName, (read: ReadCall) => Promise<Rows>>> = {
  'standings.csv': async (read) => writeStandings(await read('getTeams'), await read('getLatestScoresForEvent')),
  'scores.csv': async (read) =>
    writeScores(
      await read('getTeams'),
      await read('getObjectiveTreeForEvent'),
      await read('getUsersForEvent'),
      await read('getLatestScoresForEvent'),
    ),
  'history.csv': async (read) => writeHistory(await read('getTeams'), await read('getScoreHistory')),
  'objectives.csv': async (read) => writeObjectives(await read('getObjectiveTreeForEvent')),
  'teams.csv': async (read) => writeTeams(await read('getTeams')),
  'players.csv': async (read) => writePlayers(await read('getTeams'), await read('getUsersForEvent')),
  'ladder.csv': async (read) => writeLadder(await read('getLadder')),
  'streams.csv': async (read) => writeStreams(await read('getStreams')),
}

interface Read {
  readonly reply: unknown
  readonly changes_at: number
}

async function readSource(handler: CachedHandler<never>, { ctx, event }: Shared<Endpoints['getEventTable']>): Promise<Read> {
  // The parameters of the sources are the event alone, and their queries are empty.
  const asked = { ctx, event, audience: 'everyone', params: { event_id: event.id }, query: {} } as never
  if ('load' in handler) await handler.version?.(asked)
  const answer: unknown =
    'load' in handler ? await handler.load(asked) : await handler.read({ ...(asked as object), db: ctx.db } as never)
  const { reply, changes_at = Number.POSITIVE_INFINITY } = answer instanceof Answer ? answer : { reply: answer }
  return { reply, changes_at }
}

/**
 * Tables contain the answers that other calls give a visitor, so that they show what the site shows: the calls are passed in, and
 * none is repeated here.
 */
export const createTableRoutes = (calls: TableSources) =>
  ({
    getEventTable: {
      /** Files are downloaded, not followed; programs that follow use the feed. */
      fresh_ms: 10_000,
      async load(shared) {
        let changes_at = Number.POSITIVE_INFINITY
        const read: ReadCall = async (name) => {
          const source = await readSource(calls[name] as CachedHandler<never>, shared)
          changes_at = Math.min(changes_at, source.changes_at)
          return source.reply as never
        }
        const { table } = shared.params
        const text = writeCsv(await tables[table](read))
        const headers = { 'content-disposition': `attachment; filename="muster-${shared.event.id}-${table}"` }
        return new Answer(text, { headers, changes_at })
      },
    },
  }) satisfies Partial<Handlers>
