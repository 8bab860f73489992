import type { JobType } from '@muster/contract/jobs'
import type { TeamId, UserId } from '@muster/contract/ids'
import type { PlayerTracking } from '@muster/contract/tracking'
import { listTreeFields } from '@muster/domain/characters/numbers'
import { assessTracking, type TrackedPlayer, type TrackingScene } from '@muster/domain/tracking/assess'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { isOfGame } from '../../db/readings.ts'
import type { Row } from '../../db/schema.ts'
import type { Context } from '../../context.ts'
import { listPatches } from '../../game-tree-files.ts'

/** The players to report; all by default. */
export interface TrackingOf {
  readonly team_id?: TeamId
  readonly user_id?: UserId
}

/** A job with this many failures in a row does not fetch. */
const failuresOfABrokenJob = 3

interface Member
  extends Pick<Row<'team_users'>, 'user_id' | 'team_id'>,
    Pick<Row<'users'>, 'display_name'>,
    Pick<Row<'teams'>, 'allowed_classes'>,
    Pick<Row<'accounts'>, 'scopes'> {
  readonly has_guild: boolean
  readonly is_connected: boolean
  readonly is_broken: boolean
  readonly is_renewal_lost: boolean
  readonly can_renew: boolean
  readonly ends_at: Row<'accounts'>['expires_at']
  readonly ascendancy: Row<'characters'>['ascendancy'] | null
  readonly read_at: Row<'character_readings'>['timestamp'] | null
  readonly polled: boolean
  readonly poll_failures: Row<'character_polls'>['failures_in_a_row']
  readonly poll_error: Row<'character_polls'>['last_error'] | null
  readonly guild_polled: boolean
  readonly guild_failures: Row<'guild_stash_polls'>['failures_in_a_row']
  readonly guild_checked_at: Row<'guild_stash_polls'>['checked_at'] | null
  readonly guild_tabs: number
  readonly listed: number
  readonly hidden: number
  readonly tab_seen_at: Row<'stash_snapshots'>['timestamp'] | null
  readonly is_on_ladder: boolean
}

/** One query, whose cost follows the players of the event and not their history. */
async function listMembers(db: Db, event_id: number, { team_id, user_id }: TrackingOf): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select member.user_id, member.team_id, users.display_name, teams.allowed_classes,
      exists (select from guilds where guilds.team_id = member.team_id) as has_guild,
      account.user_id is not null as is_connected, account.broken_reason is not null as is_broken,
      account.renewal_lost_at is not null as is_renewal_lost,
      account.refresh_token is not null and account.broken_reason is null as can_renew,
      -- The provider refused it: however long it was to live, it is over.
      case when account.access_token is not null or account.broken_reason is null then account.expires_at end as ends_at, coalesce(account.scopes, '{}') as scopes,
      tracked.ascendancy, reading.timestamp as read_at,
      poll.user_id is not null as polled, coalesce(poll.failures_in_a_row, 0) as poll_failures, poll.last_error as poll_error,
      guild_poll.user_id is not null as guild_polled, coalesce(guild_poll.failures_in_a_row, 0) as guild_failures,
      guild_poll.checked_at as guild_checked_at,
      (select count(*) from guild_stash_access access
        where access.event_id = member.event_id and access.user_id = member.user_id) as guild_tabs,
      tabs.listed, tabs.hidden, tabs.seen_at as tab_seen_at,
      exists (select from ladder_entries entry
        where entry.event_id = member.event_id and entry.user_id = member.user_id) as is_on_ladder
    from team_users member
    join users on users.id = member.user_id
    join teams on teams.id = member.team_id
    left join accounts account on account.user_id = member.user_id and account.provider = 'poe'
    left join lateral (
      select id, ascendancy from characters
      where event_id = member.event_id and user_id = member.user_id and is_tracked limit 1
    ) tracked on true
    left join lateral (
      select timestamp from character_readings
      where event_id = member.event_id and character_id = tracked.id and ${isOfGame} order by id desc limit 1
    ) reading on true
    left join character_polls poll on poll.event_id = member.event_id and poll.user_id = member.user_id
    left join guild_stash_polls guild_poll on guild_poll.event_id = member.event_id and guild_poll.user_id = member.user_id
    cross join lateral (
      select count(*) filter (where is_public) as listed, count(*) filter (where not is_public) as hidden,
        max(snapshot.timestamp) as seen_at
      from stashes left join stash_snapshots snapshot on snapshot.id = stashes.latest_snapshot_id
      where stashes.event_id = member.event_id and stashes.user_id = member.user_id
    ) tabs
    where member.event_id = ${event_id} and users.deleted_at is null
      and (${team_id ?? null}::int is null or member.team_id = ${team_id ?? null})
      and (${user_id ?? null}::int is null or member.user_id = ${user_id ?? null})
    order by member.team_id, users.display_name, member.user_id`.execute(db)
  return rows
}

/** Whether points depend on the passive tree, and it is not imported. */
async function isTreeMissing({ db, config }: Context, event: Row<'events'>): Promise<boolean> {
  const reader = await db
    .selectFrom('objectives')
    .select('id')
    .where('event_id', '=', event.id)
    .where('number_field', 'in', [...listTreeFields(event)])
    .limit(1)
    .executeTakeFirst()
  if (!reader) return false
  return (await listPatches(config.data_dir, { game_version: event.game_version, kind: 'passive' })).length === 0
}

/** Which jobs of an event run, and for which of them the game is away. */
export async function findJobsRunning({ db, clock }: Pick<Context, 'db' | 'clock'>, event: Pick<Row<'events'>, 'id'>) {
  const jobs = await db
    .selectFrom('jobs')
    .select(['job_type', 'failures_in_a_row', 'away_since'])
    .where('event_id', '=', event.id)
    .where('end_date', '>', new Date(clock.now()))
    .where(sql<boolean>`lease_owner is not null and lease_expires_at > now()`)
    .execute()
  return {
    runs: (job_type: JobType) => jobs.some((job) => job.job_type === job_type && job.failures_in_a_row < failuresOfABrokenJob),
    isAway: (job_type: JobType) =>
      jobs.some((job) => job.job_type === job_type && job.failures_in_a_row === 0 && job.away_since !== null),
  }
}

async function loadScene(
  ctx: Context,
  event: Row<'events'>,
): Promise<Pick<TrackingScene, 'is_fetched' | 'is_away' | 'has_ladder' | 'misses_tree'>> {
  const { db } = ctx
  const { runs, isAway } = await findJobsRunning(ctx, event)
  const entry = await db.selectFrom('ladder_entries').select('rank').where('event_id', '=', event.id).limit(1).executeTakeFirst()
  return {
    is_fetched: {
      character: runs('FetchCharacterData'),
      public_tabs: runs('FetchStashChanges'),
      guild_tabs: runs('FetchGuildStashes'),
    },
    is_away: {
      character: isAway('FetchCharacterData'),
      public_tabs: isAway('FetchStashChanges'),
      guild_tabs: isAway('FetchGuildStashes'),
    },
    has_ladder: entry !== undefined,
    misses_tree: await isTreeMissing(ctx, event),
  }
}

const toTime = (date: Date | null) => date?.getTime() ?? null

function readMember(row: Member): TrackedPlayer {
  const { is_broken, is_renewal_lost, can_renew, scopes } = row
  return {
    connection: row.is_connected ? { is_broken, is_renewal_lost, can_renew, scopes, ends_at: toTime(row.ends_at) } : null,
    character: row.ascendancy === null ? null : { ascendancy: row.ascendancy, seen_at: toTime(row.read_at) },
    poll: row.polled
      ? { failures_in_a_row: row.poll_failures, is_missing: row.poll_error?.startsWith('missing:') ?? false }
      : null,
    tabs: { listed: row.listed, hidden: row.hidden, seen_at: toTime(row.tab_seen_at) },
    guild: row.guild_polled
      ? { visible: row.guild_tabs, failures_in_a_row: row.guild_failures, checked_at: toTime(row.guild_checked_at) }
      : null,
    is_on_ladder: row.is_on_ladder,
  }
}

/** The tracking state of players, by team and name. */
export async function listTracking(ctx: Context, event: Row<'events'>, now: number, of: TrackingOf): Promise<PlayerTracking[]> {
  const [members, shared] = await Promise.all([listMembers(ctx.db, event.id, of), loadScene(ctx, event)])
  return members.map((row) => ({
    user_id: row.user_id,
    team_id: row.team_id,
    display_name: row.display_name,
    notes: assessTracking(readMember(row), {
      ...shared,
      now,
      reads_game: ctx.game !== null,
      game_version: event.game_version,
      allowed_classes: row.allowed_classes,
      has_guild: row.has_guild,
    }).map(({ seen_at, ...note }) => ({ ...note, seen_at: seen_at === null ? null : new Date(seen_at).toISOString() })),
  }))
}
