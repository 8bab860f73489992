import type { Submission } from '@muster/contract/submissions'
import { type Finding, listLogFindings, suspectLevel } from '@muster/domain/submissions/suspicion'
import { readProof, writePictureAddress } from '@muster/domain/submissions/proof-pictures'
import { readReviewState } from '@muster/domain/submissions/review-state'
import { splitLinks } from '../../../lib/text/links.ts'
import type { DeskView } from './desk-search.ts'

/** Since when a submission waits: since it was sent, or came back. */
export const waitsSince = ({ submitted_at, recheck_at }: Submission) => Date.parse(recheck_at ?? submitted_at)
/** The rule of the event confirms a report when it is sent. */
const decidedAt = ({ reviewed_at, submitted_at }: Submission) => Date.parse(reviewed_at ?? submitted_at)

/** A second look is for a judge who has not decided the submission. */
export const isForAnother = ({ recheck, reviewer_id }: Submission, own_user_id: number | null): boolean =>
  recheck === 'second_look' && reviewer_id !== null && reviewer_id === own_user_id

/** Waiting and asked submissions, longest wait first; decided ones, latest decision first. */
export function listQueue(all: readonly Submission[], view: DeskView, own_user_id: number | null): Submission[] {
  if (view === 'waiting' || view === 'asked') {
    const waiting = all.filter((each) => readReviewState(each) === view && !isForAnother(each, own_user_id))
    return waiting.sort((a, b) => waitsSince(a) - waitsSince(b) || a.id - b.id)
  }
  const decided = all.filter((each) =>
    view === 'decided' ? each.approval_status !== 'PENDING' : each.reviewed_at !== null && each.reviewer_id === own_user_id,
  )
  return decided.sort((a, b) => decidedAt(b) - decidedAt(a) || b.id - a.id)
}

/** The neighbour of an entry, `step` positions away; the entry itself at the ends. Without an entry the first. */
export function stepFrom(queue: readonly Submission[], id: number | undefined, step: 1 | -1): number | undefined {
  const place = queue.findIndex((each) => each.id === id)
  if (place === -1) return queue[0]?.id
  return queue[Math.min(queue.length - 1, Math.max(0, place + step))]?.id
}

/** The entry to open once this one has left the queue. */
export function stepAfter(queue: readonly Submission[], id: number): number | undefined {
  const place = queue.findIndex((each) => each.id === id)
  return queue[place + 1]?.id ?? queue[place - 1]?.id
}

/** Other approved submissions of the same team and objective. */
export const listApproved = (all: readonly Submission[], { id, team_id, objective_id }: Submission): Submission[] =>
  all.filter(
    (each) =>
      each.id !== id && each.approval_status === 'APPROVED' && each.team_id === team_id && each.objective_id === objective_id,
  )

/** Web addresses in a proof, each once. */
export function listLinks(text: string): { readonly href: string; readonly label: string }[] {
  const links = splitLinks(text).flatMap((piece) => ('href' in piece ? [piece] : []))
  return [...new Map(links.map((link) => [link.href, link])).values()]
}

/** Addresses of links and screenshots in a proof. */
const listEvidence = (proof: string): string[] => [
  ...listLinks(proof).map(({ href }) => href),
  ...readProof(proof).pictures.map(writePictureAddress),
]

const pictures = /\.(png|jpe?g|gif|webp|avif)$/i

/** Whether a link may be shown as a picture: only by file extension, and only over an encrypted connection. */
export function isPicture(href: string): boolean {
  const url = new URL(href)
  return url.protocol === 'https:' && pictures.test(url.pathname)
}

export type Check =
  | { readonly kind: 'in_time' | 'outside_event' | 'outside_objective' | 'has_proof' | 'no_proof' | 'no_link' }
  | { readonly kind: 'too_low'; readonly number: number; readonly required: number }
  | { readonly kind: 'sent_later'; readonly after_ms: number }
  | { readonly kind: 'has_approved' | 'same_proof'; readonly count: number }

/** Whether a judge should look closer. */
export const isWarning = ({ kind }: Check): boolean => kind !== 'in_time' && kind !== 'has_proof'

interface Setting {
  readonly all: readonly Submission[]
  /** Milliseconds, inclusive. */
  readonly event: { readonly from: number; readonly to: number }
  readonly objective: { readonly valid_from: number | null; readonly valid_to: number | null; readonly required_number: number }
  /** Whether the number is meaningful. */
  readonly hasValue: boolean
}

/** One item that a player reports becomes a submission for each objective that it counts for. */
const isOfSameReport = (a: Submission, b: Submission) =>
  a.item_name !== null && a.item_name === b.item_name && a.user_id === b.user_id && a.submitted_at === b.submitted_at

/** A claim made later than this after the fact deserves a question. */
const late_ms = 6 * 3_600_000

/** Checks that do not need the proof: both warnings and passed checks. */
export function checkSubmission(submission: Submission, { all, event, objective, hasValue }: Setting): Check[] {
  const at = Date.parse(submission.timestamp)
  const checks: Check[] = []
  if (at < event.from || at > event.to) checks.push({ kind: 'outside_event' })
  else if (at < (objective.valid_from ?? at) || at > (objective.valid_to ?? at)) checks.push({ kind: 'outside_objective' })
  else checks.push({ kind: 'in_time' })
  const after_ms = Date.parse(submission.submitted_at) - at
  if (after_ms > late_ms) checks.push({ kind: 'sent_later', after_ms })
  // Items of one player add up.
  const isWhole = hasValue && submission.item_name === null
  if (isWhole && submission.number < objective.required_number)
    checks.push({ kind: 'too_low', number: submission.number, required: objective.required_number })
  const links = listEvidence(submission.proof)
  if (submission.proof.trim() === '') checks.push({ kind: 'no_proof' })
  else checks.push({ kind: links.length === 0 ? 'no_link' : 'has_proof' })
  const others = all.filter((each) => each.id !== submission.id && !isOfSameReport(each, submission))
  const same = others.filter(({ proof }) => listEvidence(proof).some((one) => links.includes(one))).length
  if (same > 0) checks.push({ kind: 'same_proof', count: same })
  const approved = listApproved(all, submission).length
  if (approved > 0) checks.push({ kind: 'has_approved', count: approved })
  return checks
}

/**
 * The evidence of a submission's signs; a level by hand is out of order among the others that the player has reported by hand.
 */
export function findSigns(
  submission: Submission,
  all: readonly Submission[],
  isLevel: (submission: Submission) => boolean,
): readonly Finding[] {
  return [...findLevels(submission, all, isLevel), ...listLogFindings(submission.suspicions)]
}

function findLevels(
  submission: Submission,
  all: readonly Submission[],
  isLevel: (submission: Submission) => boolean,
): readonly Finding[] {
  if (!submission.suspicions.includes('level_out_of_order')) return []
  const toLevel = ({ number, timestamp }: Submission) => ({ level: number, at: Date.parse(timestamp) })
  const others = all.filter(
    (each) =>
      each.id !== submission.id &&
      each.user_id === submission.user_id &&
      each.item_name === null &&
      each.approval_status !== 'REJECTED' &&
      isLevel(each),
  )
  return suspectLevel(toLevel(submission), others.map(toLevel))
}
