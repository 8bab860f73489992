import type { EventId, ObjectiveId, ScoringPresetId, SubmissionId, TeamId, UserId } from '@muster/contract/ids'
import { type FactSource, factSources, type Receipt as WireReceipt, type Verdict } from '@muster/contract/receipts'
import type { JudgedFact, Receipt, ReceiptRule } from '@muster/domain/scoring/receipt'
import { isRuling, readTrust } from '@muster/domain/scoring/fact-sources'
import type { Db } from '../../db/connect.ts'
import { listExclusionNotes, listNames, listProvenance, type Provenance } from './store.ts'

/** More than a person reads, and few enough to keep the answer small. */
const most_facts = 200
const decisive: readonly Verdict[] = ['counts', 'baseline', 'names']

/** Prefers facts that count, then the newest; sorted by time. */
function chooseFacts(facts: readonly JudgedFact[]): readonly JudgedFact[] {
  if (facts.length <= most_facts) return facts
  const places = facts.map((_, place) => place)
  const weigh = (place: number) => (decisive.includes(facts[place]?.verdict ?? 'gone') ? 1 : 0)
  const chosen = new Set(places.toSorted((a, b) => weigh(b) - weigh(a) || b - a).slice(0, most_facts))
  return facts.filter((_, place) => chosen.has(place))
}

const toSeconds = (ms: number | null) => (ms === null ? null : Math.floor(ms / 1000))

/** `submission:12` as kind and id. */
function readSource(source: string): { kind: FactSource; id: string } {
  const [word = '', id = ''] = source.split(':', 2)
  const kind = factSources.find((known) => known === word)
  if (kind === undefined) throw new Error(`the ledger has a fact from the unknown source "${source}"`)
  return { kind, id }
}

type Adjustment = NonNullable<WireReceipt['adjustment']>

/** The points of all adjustments, in the form of the first. */
function sumAdjustments(adjustments: readonly Adjustment[]): Adjustment | null {
  const [first] = adjustments
  return first ? { ...first, points: adjustments.reduce((sum, { points }) => sum + points, 0) } : null
}

const presentRule = ({ scoring_preset_id, scoring_method, timestamp, sentence, ...share }: ReceiptRule) => ({
  scoring_preset_id: scoring_preset_id as ScoringPresetId,
  scoring_method,
  ...share,
  timestamp: toSeconds(timestamp),
  sentence,
})

/** The parts of a visible receipt that stay hidden from this reader. */
export interface Discretion {
  /** The names of tabs. */
  readonly hides_tabs: boolean
  /** Children that the reader may know of. */
  readonly released: ReadonlySet<number>
  /** Children whose unfinished progress is hidden. */
  readonly hides_progress: ReadonlySet<number>
}

/** A receipt in the form of the API, with the people it names. */
export async function presentReceipt(
  db: Db,
  event_id: EventId,
  receipt: Receipt,
  ledger_sequence: number,
  discretion: Discretion,
): Promise<WireReceipt> {
  const chosen = chooseFacts(receipt.facts)
  const provenance = await listProvenance(
    db,
    event_id,
    chosen.map(({ fact }) => fact.sequence),
  )
  const exclusions = await listExclusionNotes(
    db,
    chosen.flatMap(({ exclusion_id }) => (exclusion_id === null ? [] : [exclusion_id])),
  )
  const people = [receipt.user_id, ...chosen.map(({ fact }) => fact.user_id)]
  for (const { author_id, approver_id, withdrawn_by } of provenance.values()) people.push(author_id, approver_id, withdrawn_by)
  for (const { author_id } of exclusions.values()) people.push(author_id)
  const names = await listNames(
    db,
    people.flatMap((id) => (id === null ? [] : [id as UserId])),
  )
  const nameOf = (id: number | null) => (id === null ? null : (names.get(id) ?? null))

  /** The author who withdrew or excluded a fact. */
  const tellWithdrawal = (verdict: Verdict, from: Provenance | undefined, exclusion_id: number | null) => {
    if (verdict === 'retracted') return { author: nameOf(from?.withdrawn_by ?? null), note: from?.withdrawal_note ?? null }
    const exclusion = exclusion_id === null ? undefined : exclusions.get(exclusion_id)
    return exclusion ? { author: nameOf(exclusion.author_id), note: exclusion.note } : null
  }

  const facts = chosen.map(({ fact, verdict, reason, exclusion_id }) => {
    const from = provenance.get(fact.sequence)
    const { kind, id } = readSource(fact.source)
    const trust = readTrust(kind, from?.note ?? null, receipt.number_field)
    const isDecided = isRuling[kind] && trust !== 'reported'
    return {
      sequence: fact.sequence,
      source: kind,
      trust,
      submission_id: kind === 'submission' ? (Number(id) as SubmissionId) : null,
      tab: discretion.hides_tabs ? null : (from?.tab ?? null),
      character: from?.character ?? null,
      number: fact.number,
      timestamp: Math.floor(fact.timestamp / 1000),
      user: nameOf(fact.user_id),
      verdict,
      reason,
      ruling: isDecided ? { author: nameOf(from?.author_id ?? null), note: from?.note ?? null } : null,
      proof: from?.proof ?? null,
      approver: nameOf(from?.approver_id ?? null),
      withdrawal: tellWithdrawal(verdict, from, exclusion_id),
    }
  })
  const { points, own_points, rank, number, required_number, finished, scoring_method, sentence } = receipt
  const adjustments = receipt.adjustments.map((one) => ({ ...one, objective_id: one.objective_id as ObjectiveId }))
  return {
    objective_id: receipt.objective_id as ObjectiveId,
    team_id: receipt.team_id as TeamId,
    ledger_sequence,
    points,
    own_points,
    adjustment: sumAdjustments(adjustments),
    ...(adjustments.length > 1 && { adjustments }),
    rank,
    number,
    required_number,
    finished,
    timestamp: toSeconds(receipt.timestamp),
    user: nameOf(receipt.user_id),
    scoring_method,
    ...(receipt.rules.length > 0 && { rules: receipt.rules.map(presentRule) }),
    sentence,
    facts,
    facts_left_out: receipt.facts.length - chosen.length,
    children: receipt.children
      .filter((child) => discretion.released.has(child.objective_id))
      .map(({ objective_id, finished: isDone, timestamp }) => ({
        objective_id: objective_id as ObjectiveId,
        finished: isDone,
        timestamp: isDone || !discretion.hides_progress.has(objective_id) ? toSeconds(timestamp) : null,
      })),
  }
}
