import type { FetchGap, FetchTimeline, GapReason } from '@muster/contract/tracking'
import { describeGap, findSilence_ms } from '@muster/domain/tracking/coverage'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { Row } from '../../db/schema.ts'

/** Upper bound for the gaps of a subject; the newest. */
const maxGaps = 20

/** From JSON, which has no dates. */
interface StoredGap {
  readonly from_at: string
  readonly to_at: string
  readonly reason: GapReason
  readonly is_open: boolean
}

interface StoredTimeline extends Pick<Row<'fetch_windows'>, 'source' | 'subject' | 'user_id' | 'from_at' | 'to_at'> {
  readonly name: Row<'users'>['display_name']
  readonly team_id: Row<'teams'>['id'] | null
  readonly gap_count: number
  readonly gaps: readonly StoredGap[]
}

/** One query; its cost follows the changes of the event, not the number of fetches. */
async function listStored(db: Db, event_id: number): Promise<StoredTimeline[]> {
  const { rows } = await sql<StoredTimeline>`
    with windows as (
      select *, row_number() over (partition by source, subject, reason is not null order by id desc) as place
      from fetch_windows where event_id = ${event_id}
    ), timelines as (
      select source, subject, max(user_id) as user_id, min(from_at) as from_at, max(to_at) as to_at,
        count(reason)::int as gap_count,
        coalesce(json_agg(json_build_object('from_at', from_at, 'to_at', to_at, 'reason', reason, 'is_open', settled_at is null)
          order by id) filter (where reason is not null and place <= ${maxGaps}), '[]') as gaps
      from windows group by source, subject
    )
    select timelines.*, coalesce(users.display_name, tab.name, '') as name, coalesce(member.team_id, tab.team_id) as team_id
    from timelines
    left join users on users.id = timelines.user_id
    left join team_users member on member.event_id = ${event_id} and member.user_id = timelines.user_id
    left join guild_stash_tabs tab on timelines.source = 'guild_tabs' and tab.event_id = ${event_id} and tab.id = timelines.subject
    order by array_position(array['public_tabs', 'ladder', 'character', 'guild_tabs'], source), team_id, name, subject`.execute(
    db,
  )
  return rows
}

const toText = (at: Date | string | number) => new Date(at).toISOString()

/** A longer pause than usual that no process could record. */
function findSilence({ source, to_at }: StoredTimeline, event: Row<'events'>, now: number): FetchGap[] {
  if (now - to_at.getTime() <= findSilence_ms(source, event)) return []
  return [{ from: toText(to_at), to: toText(now), reason: 'not_running', ...describeGap(source, 'not_running', true) }]
}

/** The timeline of each source and subject since the first fetch, as a list of gaps. */
export async function listTimelines(db: Db, event: Row<'events'>, now: number): Promise<FetchTimeline[]> {
  // After the end no data is expected.
  const until = Math.min(now, event.event_end_time.getTime())
  return (await listStored(db, event.id)).map((timeline) => {
    const { source, user_id, team_id, name, from_at, to_at, gap_count, gaps } = timeline
    const known = gaps.map(({ from_at: from, to_at: to, reason, is_open }) => ({
      from: toText(from),
      to: toText(to),
      reason,
      ...describeGap(source, reason, is_open),
    }))
    const silence = findSilence(timeline, event, until)
    return {
      source,
      subject: name,
      user_id,
      team_id,
      from: toText(from_at),
      to: silence.length > 0 ? toText(until) : toText(to_at),
      gaps: [...known, ...silence],
      older_gaps: gap_count - known.length,
    }
  })
}
