import type { CorrectionId } from '@muster/contract/corrections'
import type { GameVersion } from '@muster/contract/events'
import type { ObjectiveId, SubmissionId, TeamId } from '@muster/contract/ids'
import type { Objective } from '@muster/contract/objectives'
import type { ApprovalStatus } from '@muster/contract/submissions'
import { takesSubmissions } from '@muster/domain/objectives/kinds'
import { type Contest, listObjectives, type Rulings } from '@muster/simulator/oracle/contest'
import type { Errand } from './errand.ts'
import type { Organised } from './organise.ts'
import type { Person } from './people.ts'
import { planPoints } from './points-by-hand.ts'
import { bounties, changedByHand } from '../demo/second-game-objectives.ts'

const minute_ms = 60_000

/** A submission and its decisions. `at` is a fraction of the event; players are given by their number in the world. */
export interface Claim {
  readonly at: number
  readonly player: number
  readonly bounty: string
  /** How long before the submission it happened. */
  readonly ago_minutes: number
  readonly number: number
  /** Successive decisions, at fixed intervals; 'EDITED' is an edit by the player. */
  readonly decisions: readonly (ApprovalStatus | 'EDITED')[]
}

const secondGameClaims: readonly Claim[] = [
  { at: 0.2, player: 0, bounty: bounties.boss, ago_minutes: 2, number: 1, decisions: ['APPROVED'] },
  // claimed later but done earlier: ranks follow the time of the achievement
  { at: 0.24, player: 1, bounty: bounties.boss, ago_minutes: 6, number: 1, decisions: ['APPROVED'] },
  { at: 0.28, player: 2, bounty: bounties.market, ago_minutes: 1, number: 1, decisions: ['REJECTED'] },
  { at: 0.3, player: 3, bounty: bounties.market, ago_minutes: 1, number: 1, decisions: ['APPROVED', 'REJECTED'] },
  { at: 0.4, player: 2, bounty: bounties.market, ago_minutes: 1, number: 1, decisions: ['APPROVED', 'EDITED', 'APPROVED'] },
  { at: 0.32, player: 0, bounty: bounties.act, ago_minutes: 1, number: 1_900, decisions: ['APPROVED'] },
  { at: 0.36, player: 1, bounty: bounties.act, ago_minutes: 1, number: 1_810, decisions: ['APPROVED'] },
  { at: 0.44, player: 2, bounty: bounties.act, ago_minutes: 1, number: 1_744, decisions: ['APPROVED'] },
  { at: 0.48, player: 1, bounty: bounties.monsters, ago_minutes: 1, number: 14, decisions: ['APPROVED'] },
  { at: 0.52, player: 3, bounty: bounties.monsters, ago_minutes: 1, number: 14, decisions: ['APPROVED'] },
  // never decided
  { at: 0.56, player: 0, bounty: bounties.monsters, ago_minutes: 1, number: 90, decisions: [] },
]
/** Claims written for one game's tree; with them come corrections. */
const plannedClaims: Readonly<Record<GameVersion, readonly Claim[] | null>> = { poe1: null, poe2: secondGameClaims }
const isPlanned = (name: string) => secondGameClaims.some(({ bounty }) => bounty === name)

/** Every team claims every other bounty, some twice; one in eight is rejected, one in nine stays undecided. */
function planBounties({ root, team_ids, start_ms, end_ms }: Contest, players: number): Claim[] {
  const open = listObjectives(root).filter((one) => takesSubmissions(one) && !isPlanned(one.name))
  const each = team_ids.length + 2
  const count = open.length * each
  const partOf = (time: string | null | undefined, otherwise: number) =>
    time ? (Date.parse(time) - start_ms) / (end_ms - start_ms) : otherwise
  return Array.from({ length: count }, (_, place): Claim => {
    // Visits all combinations in a mixed order; the factor has no common divisor with their number.
    const order = (place * 7919) % count
    const bounty = open[Math.floor(order / each)]
    const [from, to] = [partOf(bounty?.valid_from, 0), partOf(bounty?.valid_to, 0.92)]
    return {
      at: from + 0.05 + ((to - from - 0.05) * place) / count,
      player: (order * 13 + Math.floor(order / each)) % players,
      bounty: bounty?.name ?? '',
      ago_minutes: 1,
      number: 1 + ((order * 31) % 97),
      decisions: place % 9 === 8 ? [] : [place % 8 === 7 ? 'REJECTED' : 'APPROVED'],
    }
  })
}

/** Fraction of the event between a claim and the first decision, and between decisions. */
const pause = 0.03

export interface Claims {
  /** Runs the due tasks in order. @returns whether there were any. */
  advance(now_ms: number): Promise<boolean>
  /** Submissions that count and exclusions so far. */
  rulings(): Rulings
}

/** Plans submissions of things that no API shows, and their decisions; no judge decides about their own team. */
export function planClaims(event: Organised, contest: Contest, judge: Person): Claims {
  const plan = plannedClaims[event.game_version]
  const planned = [...(plan ?? []), ...planBounties(contest, event.players.length)]
  const { event_id, admin, players, start_ms, end_ms, team_ids } = event
  const objectives = listObjectives(contest.root)
  const momentOf = (at: number) => Math.ceil((start_ms + at * (end_ms - start_ms)) / 1000) * 1000
  const counted = new Map<SubmissionId | CorrectionId, Rulings['claims'][number]>()
  const excluded: Rulings['exclusions'][number][] = []
  const points = planPoints(event, judge, momentOf)
  const teamOf = (player: number) => player % team_ids.length
  /** The admin plays for the first team. */
  const judgeOf = (team: number) => (team === 0 ? judge : admin)

  const find = (wanted: string): Objective & { id: ObjectiveId } => {
    const found = objectives.find(({ name }) => name === wanted)
    if (!found) throw new Error(`there is no objective "${wanted}"`)
    return { ...found, id: found.id as ObjectiveId }
  }

  function planClaim({ at, player, bounty, ago_minutes, number, decisions }: Claim): Errand[] {
    const { id: objective_id } = find(bounty)
    const team = teamOf(player)
    const person = players[player]
    if (!person) throw new Error(`there is no player ${player}`)
    const at_ms = momentOf(at)
    const claim = { objective_id, team, at_ms: at_ms - ago_minutes * minute_ms, number, account: player }
    const body = {
      objective_id,
      timestamp: new Date(claim.at_ms).toISOString(),
      number,
      proof: 'https://example.org/clip',
      comment: 'It is in the clip.',
    }
    let submission: { id: SubmissionId; version: number } | null = null
    const submit = async () => {
      const id = submission?.id ?? null
      submission = await person.client.call('submitBounty', { event_id, body: { ...body, id } })
      counted.delete(submission.id)
    }
    const decide = async (approval_status: ApprovalStatus) => {
      if (!submission) throw new Error(`there is no submission for "${bounty}"`)
      const { id: submission_id, version: base_version } = submission
      const review = { approval_status, review_comment: 'Seen.', base_version }
      submission = await judgeOf(team).client.call('reviewSubmission', { event_id, submission_id, body: review })
      if (approval_status === 'APPROVED') counted.set(submission_id, claim)
      else counted.delete(submission_id)
    }
    return [
      { at_ms, run: submit },
      ...decisions.map((decision, place) => ({
        at_ms: momentOf(at + pause * (place + 1)),
        run: decision === 'EDITED' ? submit : () => decide(decision),
      })),
    ]
  }

  /** Adds a fact manually for a team. */
  async function add(name: string, team: number, at_ms: number): Promise<CorrectionId> {
    const { id: objective_id } = find(name)
    const timestamp = new Date(at_ms).toISOString()
    const body = { objective_id, team_id: team_ids[team] as TeamId, number: 1, timestamp, reason: 'Seen on the stream.' }
    const { id } = await judgeOf(team).client.call('createCorrection', { event_id, body })
    counted.set(id, { objective_id, team, at_ms, number: 1, account: null })
    return id
  }

  function planCorrections(): Errand[] {
    let withdrawn: CorrectionId | null = null
    const moment = momentOf(0.5)
    return [
      { at_ms: moment, run: async () => void (await add(changedByHand.added, 1, moment)) },
      { at_ms: moment, run: async () => void (withdrawn = await add(changedByHand.withdrawn, 0, moment)) },
      { at_ms: momentOf(0.6), run: () => withdraw(withdrawn, 0) },
      { at_ms: momentOf(0.65), run: () => exclude(changedByHand.excluded, 0) },
    ]
  }

  async function withdraw(correction_id: CorrectionId | null, team: number): Promise<void> {
    if (correction_id === null) throw new Error('there is no added fact to withdraw')
    await judgeOf(team).client.call('withdrawCorrection', { event_id, correction_id, body: { reason: 'It was another event.' } })
    counted.delete(correction_id)
  }

  /** Excludes all facts that name a player from one objective. */
  async function exclude(name: string, player: number): Promise<void> {
    const { id: objective_id } = find(name)
    const user_id = players[player]?.user_id ?? null
    const body = { kind: 'player' as const, user_id, objective_id, reason: 'Borrowed from another team.' }
    await judgeOf(teamOf(player)).client.call('createExclusion', { event_id, body })
    excluded.push({ objective_id, account: player })
  }

  const errands = [...planned.flatMap(planClaim), ...points.errands, ...(plan ? planCorrections() : [])].sort(
    (a, b) => a.at_ms - b.at_ms,
  )
  return {
    async advance(now_ms) {
      const due = errands.splice(0, errands.filter(({ at_ms }) => at_ms <= now_ms).length)
      for (const { run } of due) await run()
      return due.length > 0
    },
    rulings: () => ({ claims: [...counted.values()], reports: [], exclusions: excluded, points: points.list() }),
  }
}
