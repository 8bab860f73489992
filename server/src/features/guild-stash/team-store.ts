import type { JobType } from '@muster/contract/jobs'
import type { EventId, ObjectiveId, TeamId, UserId } from '@muster/contract/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { isFromSource, isUnretracted } from '../../db/ledger.ts'
import type { Row } from '../../db/schema.ts'
import { stashSource } from '../../ingestion/stash/observe-snapshots.ts'
import { tabsOf } from './store.ts'

/** The tabs of a team in their order, including parts of collections, without their content. */
export function listTeamTabs(db: Db, event_id: EventId, team_id: TeamId) {
  return tabsOf(db, event_id)
    .select(['tab.event_id', 'content_key', 'due_at', 'wanted_at', 'is_empty_unconfirmed'])
    .where('tab.team_id', '=', team_id)
    .execute()
}
export type TeamTab = Awaited<ReturnType<typeof listTeamTabs>>[number]

/** A job with this many failures in a row does not fetch. */
const failuresOfABrokenJob = 3

/** The running jobs of the event that read guild tabs. */
export async function findRunningJobs(db: Db, event_id: EventId, now: Date): Promise<ReadonlySet<JobType>> {
  const rows = await db
    .selectFrom('jobs')
    .select('job_type')
    .where('event_id', '=', event_id)
    .where('job_type', 'in', ['FetchGuildStashes', 'DetermineGuildStashAccess'])
    .where('end_date', '>', now)
    .where('failures_in_a_row', '<', failuresOfABrokenJob)
    .where(sql<boolean>`lease_owner is not null and lease_expires_at > now()`)
    .$narrowType<{ job_type: JobType }>()
    .execute()
  return new Set(rows.map(({ job_type }) => job_type))
}

/** A member of a team, and the state of their list of tabs. */
export interface MemberRow extends Pick<Row<'team_users'>, 'user_id' | 'is_team_lead'>, Pick<Row<'users'>, 'display_name'> {
  readonly is_connected: boolean
  readonly is_broken: boolean
  readonly scopes: readonly string[]
  readonly due_at: Date | null
  readonly checked_at: Date | null
  readonly last_error: string | null
}

/** All members of the team, leads first, then by name. */
export async function listMembers(db: Db, event_id: EventId, team_id: TeamId): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select member.user_id, member.is_team_lead, users.display_name,
      account.user_id is not null as is_connected, account.broken_reason is not null as is_broken,
      coalesce(account.scopes, '{}') as scopes, poll.due_at, poll.checked_at, poll.last_error
    from team_users member
    join users on users.id = member.user_id
    left join accounts account on account.user_id = member.user_id and account.provider = 'poe'
    left join guild_stash_polls poll on poll.event_id = member.event_id and poll.user_id = member.user_id
    where member.event_id = ${event_id} and member.team_id = ${team_id}
    order by member.is_team_lead desc, users.display_name, member.user_id`.execute(db)
  return rows
}

/** The current progress of one source of a team for an objective, according to its facts; `tab_id` null: a judge's correction. */
export interface Reported {
  readonly tab_id: string | null
  readonly objective_id: ObjectiveId
  readonly number: number
}

/** Tabs whose facts may count for the team: its guild's, and its players' own. */
const sourcesOf = (event_id: EventId, team_id: TeamId) => sql`
  select id, ${stashSource('')} || id as source from guild_stash_tabs where event_id = ${event_id} and team_id = ${team_id}
  union select stash_id, ${stashSource('')} || stash_id from stashes where event_id = ${event_id} and team_id = ${team_id}`

/** Facts added for a team by judges. */
const correctionsOf = (event_id: EventId, team_id: TeamId) => sql`
  select null as tab_id, objective_id, number from facts
  where event_id = ${event_id} and team_id = ${team_id} and author_id is not null and source like 'correction:%'
    and kind = 'fact' and number <> 0 and ${isUnretracted}`

/**
 * The current progress of a team's sources by their facts; sources without progress are left out. An index gives the newest fact
 * for each pair of tab and objective: their history is not read.
 */
export async function listReported(db: Db, event_id: EventId, team_id: TeamId): Promise<Reported[]> {
  const latest = (source: RawBuilder<unknown>, after: RawBuilder<unknown>) => sql`
    select source, objective_id, number from facts
    where event_id = ${event_id} and ${isFromSource(source)} and objective_id > ${after} and team_id = ${team_id} and kind = 'fact'
      and ${isUnretracted}
    order by objective_id, sequence desc limit 1`
  const { rows } = await sql<Reported>`
    with recursive tabs as (${sourcesOf(event_id, team_id)}),
    reported as (
      select tabs.id as tab_id, latest.* from tabs cross join lateral (${latest(sql`tabs.source`, sql`0`)}) latest
      union all
      select reported.tab_id, latest.* from reported
      cross join lateral (${latest(sql`reported.source`, sql`reported.objective_id`)}) latest
    )
    select tab_id, objective_id, number from reported where number <> 0
    union all ${correctionsOf(event_id, team_id)}`.execute(db)
  return rows
}

/** The same for the given objectives. */
export async function listReportedOf(
  db: Db,
  event_id: EventId,
  team_id: TeamId,
  objective_ids: readonly number[],
): Promise<Reported[]> {
  if (objective_ids.length === 0) return []
  const { rows } = await sql<Reported>`
    with reported as (
      select tabs.id as tab_id, wanted.id as objective_id, latest.number
      from (${sourcesOf(event_id, team_id)}) tabs
      cross join unnest(${objective_ids}::int[]) as wanted (id)
      cross join lateral (
        select number from facts
        where event_id = ${event_id} and ${isFromSource(sql`tabs.source`)} and objective_id = wanted.id and team_id = ${team_id} and kind = 'fact'
          and ${isUnretracted}
        order by sequence desc limit 1
      ) latest
      union all ${correctionsOf(event_id, team_id)}
    )
    select * from reported where number <> 0 and objective_id = any(${objective_ids}::int[])`.execute(db)
  return rows
}

/** A team's scores on these objectives, by objective, and how many teams have finished each, which is public. */
export async function listTeamScores(db: Db, event_id: EventId, team_id: TeamId, objective_ids: readonly number[]) {
  const rows = await db
    .selectFrom('scores')
    .select(['objective_id', 'points', 'rank', 'number', 'finished', 'timestamp', 'user_id', 'team_id'])
    .where('event_id', '=', event_id)
    .where('objective_id', '=', sql<ObjectiveId>`any(${objective_ids}::int[])`)
    .where((where) => where.or([where('team_id', '=', team_id), where('finished', '=', true)]))
    .execute()
  const finished = new Map<number, number>()
  for (const row of rows) if (row.finished) finished.set(row.objective_id, (finished.get(row.objective_id) ?? 0) + 1)
  const own = new Map(rows.flatMap((row) => (row.team_id === team_id ? [[row.objective_id as number, row] as const] : [])))
  return { own, finished }
}

/** Names of people, by id. */
export async function listPeople(db: Db, ids: readonly UserId[]) {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'display_name'])
    .where('id', '=', sql<UserId>`any(${ids}::int[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
