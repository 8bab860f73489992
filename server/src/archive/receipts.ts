import type { EventId, ObjectiveId, ScoringPresetId, SubmissionId, TeamId, UserId } from '@muster/contract/ids'
import type { ArchivedReceipt } from '@muster/contract/event-archive'
import type { Receipt } from '@muster/contract/receipts'
import type { MinimalUser } from '@muster/contract/users'
import type { ManualPoints } from '@muster/contract/corrections'
import type { Db } from '../db/connect.ts'
import { awaitAll } from '../db/transaction.ts'
import { listNames } from '../features/receipts/store.ts'

/** Mapping of numbers from one system to another. */
export interface Renumbering {
  objective(id: number): number
  team(id: number): number
  person(id: number): number
  submission(id: number): number
  preset(id: number): number
}

const ifAny = (of: (id: number) => number, id: number | null) => (id === null ? null : of(id))

type Ruling = ArchivedReceipt['facts'][number]['ruling']

/** Muster's notes about a submission begin with its number, which is replaced; the rest is text by people and stays. */
function renumberNote(note: string | null, from: number | null, to: number | null): string | null {
  const beginning = `Submission ${from} `
  return note?.startsWith(beginning) ? `Submission ${to} ${note.slice(beginning.length)}` : note
}

export function renumberReceipt(receipt: ArchivedReceipt, to: Renumbering): ArchivedReceipt {
  const person = (id: number | null) => ifAny(to.person, id)
  const ruling = (one: Ruling, from: number | null, submission: number | null): Ruling =>
    one && { author: person(one.author), note: renumberNote(one.note, from, submission) }
  const { adjustment, adjustments, rules } = receipt
  const adjusting = <A extends { objective: number }>(one: A) => ({ ...one, objective: to.objective(one.objective) })
  return {
    ...receipt,
    objective: to.objective(receipt.objective),
    team: to.team(receipt.team),
    adjustment: adjustment && adjusting(adjustment),
    ...(adjustments && { adjustments: adjustments.map(adjusting) }),
    ...(rules && { rules: rules.map((rule) => ({ ...rule, preset: to.preset(rule.preset) })) }),
    person: person(receipt.person),
    facts: receipt.facts.map((fact) => {
      const submission = ifAny(to.submission, fact.submission)
      return {
        ...fact,
        submission,
        person: person(fact.person),
        ruling: ruling(fact.ruling, fact.submission, submission),
        approver: person(fact.approver),
        withdrawal: ruling(fact.withdrawal, fact.submission, submission),
      }
    }),
    children: receipt.children.map((child) => ({ ...child, objective: to.objective(child.objective) })),
  }
}

const idOf = (user: MinimalUser | null): number | null => user && user.id
const keepRuling = (one: { author: MinimalUser | null; note: string | null } | null): Ruling =>
  one && { author: idOf(one.author), note: one.note }

type Adjustment = NonNullable<Receipt['adjustment']>
const keepAdjustment = ({ kind, objective_id: objective, place, points }: Adjustment) => ({ kind, objective, place, points })
const presentAdjustment = ({ objective, ...one }: NonNullable<ArchivedReceipt['adjustment']>): Adjustment => ({
  ...one,
  objective_id: objective as ObjectiveId,
})

/** A receipt as visible to everyone, for the archive. */
export function keepReceipt(receipt: Receipt): ArchivedReceipt {
  const { adjustment, adjustments, rules } = receipt
  return {
    objective: receipt.objective_id,
    team: receipt.team_id,
    ledger_sequence: receipt.ledger_sequence,
    points: receipt.points,
    own_points: receipt.own_points,
    adjustment: adjustment && keepAdjustment(adjustment),
    ...(adjustments && { adjustments: adjustments.map(keepAdjustment) }),
    rank: receipt.rank,
    number: receipt.number,
    required_number: receipt.required_number,
    finished: receipt.finished,
    timestamp: receipt.timestamp,
    person: idOf(receipt.user),
    scoring_method: receipt.scoring_method,
    ...(rules && { rules: rules.map(({ scoring_preset_id: preset, ...rule }) => ({ preset, ...rule })) }),
    sentence: receipt.sentence,
    facts: receipt.facts.map((fact) => ({
      sequence: fact.sequence,
      source: fact.source,
      trust: fact.trust,
      submission: fact.submission_id,
      character: fact.character && { name: fact.character.name, level: fact.character.level, class: fact.character.class },
      number: fact.number,
      timestamp: fact.timestamp,
      person: idOf(fact.user),
      verdict: fact.verdict,
      reason: fact.reason,
      ruling: keepRuling(fact.ruling),
      proof: fact.proof,
      approver: idOf(fact.approver),
      withdrawal: keepRuling(fact.withdrawal),
    })),
    facts_left_out: receipt.facts_left_out,
    children: receipt.children.map((child) => ({
      objective: child.objective_id,
      finished: child.finished,
      timestamp: child.timestamp,
    })),
  }
}

/** The inverse: a receipt of an imported event in the format of the API, with current names. */
export async function presentKept(db: Db, kept: ArchivedReceipt): Promise<Receipt> {
  const people = [
    kept.person,
    ...kept.facts.flatMap((one) => [one.person, one.ruling?.author, one.approver, one.withdrawal?.author]),
  ]
  const names = await listNames(
    db,
    people.flatMap((id) => (id === null || id === undefined ? [] : [id as UserId])),
  )
  const nameOf = (id: number | null) => (id === null ? null : (names.get(id) ?? null))
  const presentRuling = (one: Ruling) => one && { author: nameOf(one.author), note: one.note }
  const { adjustment, adjustments, rules } = kept
  return {
    objective_id: kept.objective as ObjectiveId,
    team_id: kept.team as TeamId,
    ledger_sequence: kept.ledger_sequence,
    points: kept.points,
    own_points: kept.own_points,
    adjustment: adjustment && presentAdjustment(adjustment),
    ...(adjustments && { adjustments: adjustments.map(presentAdjustment) }),
    rank: kept.rank,
    number: kept.number,
    required_number: kept.required_number,
    finished: kept.finished,
    timestamp: kept.timestamp,
    user: nameOf(kept.person),
    scoring_method: kept.scoring_method,
    ...(rules && {
      rules: rules.map(({ preset, ...rule }) => ({ scoring_preset_id: preset as ScoringPresetId, ...rule })),
    }),
    sentence: kept.sentence,
    facts: kept.facts.map((fact) => ({
      sequence: fact.sequence,
      source: fact.source,
      trust: fact.trust,
      submission_id: fact.submission as SubmissionId | null,
      tab: null,
      character: fact.character,
      number: fact.number,
      timestamp: fact.timestamp,
      user: nameOf(fact.person),
      verdict: fact.verdict,
      reason: fact.reason,
      ruling: presentRuling(fact.ruling),
      proof: fact.proof,
      approver: nameOf(fact.approver),
      withdrawal: presentRuling(fact.withdrawal),
    })),
    facts_left_out: kept.facts_left_out,
    children: kept.children.map((child) => ({
      objective_id: child.objective as ObjectiveId,
      finished: child.finished,
      timestamp: child.timestamp,
    })),
    ...(kept.is_imported && { is_imported: kept.is_imported }),
  }
}

/** The receipt of an imported event; null if the archive had none, because it was hidden. */
export async function findKeptReceipt(db: Db, objective_id: ObjectiveId, team_id: TeamId): Promise<ArchivedReceipt | null> {
  const row = await db
    .selectFrom('archived_receipts')
    .select('receipt')
    .where('objective_id', '=', objective_id)
    .where('team_id', '=', team_id)
    .executeTakeFirst()
  return row?.receipt ?? null
}

/** A page of the receipts of an imported event, starting after `after`. */
export function listKeptReceipts(db: Db, event_id: EventId, objective_id: ObjectiveId): Promise<{ receipt: ArchivedReceipt }[]> {
  return db
    .selectFrom('archived_receipts')
    .select('receipt')
    .where('event_id', '=', event_id)
    .where('objective_id', '=', objective_id)
    .orderBy('team_id')
    .execute()
}

/** Points given or taken by hand in an imported event, newest first: the facts of its root. */
export async function listKeptPoints(db: Db, event_id: EventId, most: number): Promise<ManualPoints[]> {
  const rows = await db
    .selectFrom('archived_receipts')
    .innerJoin('objectives', 'objectives.id', 'archived_receipts.objective_id')
    .select('receipt')
    .where('archived_receipts.event_id', '=', event_id)
    .where('objectives.parent_id', 'is', null)
    .execute()
  const receipts = await awaitAll(rows.map(({ receipt }) => presentKept(db, receipt)))
  const points = receipts.flatMap(({ team_id, facts }) =>
    facts.flatMap(({ sequence, source, user, number, timestamp, verdict, ruling, proof, approver }) =>
      source === 'correction' && verdict !== 'retracted'
        ? [
            {
              sequence,
              team_id,
              user,
              points: number,
              timestamp,
              note: ruling?.note ?? '',
              proof,
              author: ruling?.author ?? null,
              approver,
            },
          ]
        : [],
    ),
  )
  return points.sort((a, b) => b.sequence - a.sequence).slice(0, most)
}
