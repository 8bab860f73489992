import type { CorrectionId, ExclusionCreate } from '@muster/contract/corrections'
import type { ObjectiveId, TeamId, UserId } from '@muster/contract/ids'
import type { Row } from '../../db/schema.ts'
import { refuseOwnTeam } from '../../own-team.ts'
import { Refusal, refuseField } from '../../refusal.ts'
import { hasTeam } from '../receipts/store.ts'
import { lockObjective } from '../submissions/store.ts'
import type { Correcting } from './add-fact.ts'

/** The facts named by an exclusion, and the team concerned. */
interface Named {
  readonly objective_id: ObjectiveId | null
  readonly team_id: TeamId | null
  readonly user_id: UserId | null
  readonly source: string | null
  readonly from_at: Date | null
  readonly to_at: Date | null
  /** The team that the exclusion affects through a tab or a player; null: only the team that it names, if any. */
  readonly concerns: TeamId | null
}

type Fact = Pick<Row<'facts'>, 'objective_id' | 'team_id' | 'source' | 'timestamp'>

async function getFact({ tx, event }: Correcting, sequence: number | null): Promise<Fact> {
  if (sequence === null) throw refuseField('fact', 'is required')
  const fact = await tx
    .selectFrom('facts')
    .select(['objective_id', 'team_id', 'source', 'timestamp'])
    .where('event_id', '=', event.id)
    .where('sequence', '=', sequence)
    .where('kind', '=', 'fact')
    .executeTakeFirst()
  if (!fact) throw refuseField('fact', 'is not a fact of this event')
  return fact
}

/** An open end of the span is null. */
function readSpan({ from, to }: ExclusionCreate): { from_at: Date | null; to_at: Date | null } {
  const span = { from_at: from === null ? null : new Date(from), to_at: to === null ? null : new Date(to) }
  if (span.from_at && span.to_at && span.from_at > span.to_at) throw refuseField('to', 'must not be before from')
  return span
}

/** A fact is named by source and time: its number changes after a re-evaluation. */
async function nameFact(at: Correcting, body: ExclusionCreate): Promise<Named> {
  const { objective_id, team_id, source, timestamp } = await getFact(at, body.fact)
  if (source.startsWith('submission:')) throw refuseField('fact', 'is a submission: reject the submission instead')
  if (source.startsWith('correction:')) throw refuseField('fact', 'was added by hand: withdraw the correction instead')
  return { objective_id, team_id, user_id: null, source, from_at: timestamp, to_at: timestamp, concerns: null }
}

async function nameTab(at: Correcting, body: ExclusionCreate): Promise<Named> {
  const { team_id, source } = await getFact(at, body.fact)
  if (!source.startsWith('stash:')) throw refuseField('fact', 'was not seen in a tab')
  return { objective_id: body.objective_id, team_id: null, user_id: null, source, ...readSpan(body), concerns: team_id }
}

async function namePlayer({ tx, event }: Correcting, body: ExclusionCreate): Promise<Named> {
  const { user_id, objective_id } = body
  if (user_id === null) throw refuseField('user_id', 'is required')
  const place = await tx
    .selectFrom('team_users')
    .select('team_id')
    .where('event_id', '=', event.id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  // A player who has left the teams may still have facts.
  const seen = tx.selectFrom('facts').select('team_id').where('event_id', '=', event.id).where('user_id', '=', user_id)
  const concerns = place?.team_id ?? (await seen.limit(1).executeTakeFirst())?.team_id
  if (concerns === undefined) throw new Refusal('user_not_found')
  return { objective_id, team_id: null, user_id, source: null, ...readSpan(body), concerns }
}

async function nameInterval({ tx, event }: Correcting, body: ExclusionCreate): Promise<Named> {
  const { objective_id, team_id, user_id } = body
  if (body.from === null) throw refuseField('from', 'is required')
  if (body.to === null) throw refuseField('to', 'is required')
  if (team_id !== null && !(await hasTeam(tx, event.id, team_id))) throw new Refusal('team_not_found')
  if (user_id !== null) {
    const player = tx.selectFrom('team_users').select('team_id').where('event_id', '=', event.id).where('user_id', '=', user_id)
    const place = await player.executeTakeFirst()
    if (!place) throw new Refusal('user_not_found')
    return { objective_id, team_id, user_id, source: null, ...readSpan(body), concerns: place.team_id }
  }
  return { objective_id, team_id, user_id, source: null, ...readSpan(body), concerns: null }
}

const names = { fact: nameFact, tab: nameTab, player: namePlayer, interval: nameInterval }

/**
 * Excludes existing and later facts. The facts stay; the definition recorded with this marks them as excluded.
 * @throws Refusal objective_not_found, team_not_found, user_not_found, own_team, invalid_request
 */
export async function exclude(at: Correcting, body: ExclusionCreate): Promise<CorrectionId> {
  const { tx, event, judge, now } = at
  if (body.kind !== 'fact' && body.objective_id !== null) {
    const objective = await lockObjective(tx, event.id, body.objective_id)
    if (!objective) throw new Refusal('objective_not_found')
    if (objective.aggregation === 'NONE')
      throw refuseField('objective_id', 'counts the facts of its children, and has none of its own')
  }
  const { concerns, ...named } = await names[body.kind](at, body)
  refuseOwnTeam(judge, named)
  refuseOwnTeam(judge, { team_id: concerns, user_id: null })
  const { reason, public_note } = body
  const written = await tx
    .insertInto('exclusions')
    .values({
      ...named,
      event_id: event.id,
      what: body.kind,
      reason,
      public_note,
      author_id: judge.user_id,
      created_at: new Date(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return written.id as CorrectionId
}
