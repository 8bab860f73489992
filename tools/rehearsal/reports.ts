import { randomUUID } from 'node:crypto'
import type { LogEvent } from '@muster/contract/game-log'
import type { EventId, ObjectiveId } from '@muster/contract/ids'
import type { Submission } from '@muster/contract/submissions'
import type { WorldItem } from '@muster/simulator/items/item'
import { type Contest, listObjectives, type Rulings } from '@muster/simulator/oracle/contest'
import { createAreaCounter } from '@muster/simulator/oracle/areas'
import { createReportCounter } from '@muster/simulator/oracle/reports'
import {
  type PlannedItem,
  type PlannedLevel,
  type PlayedLog,
  type ReportTruth,
  truths,
  watchReporters,
} from '@muster/simulator/people/reporters'
import { findCounts } from '@muster/domain/scoring/aggregations/counts'
import { createDraws, type Draws } from '@muster/simulator/prng'
import type { World } from '@muster/simulator/world/world'
import type { Errand } from './errand.ts'
import { writeItemText } from './item-text.ts'
import type { Organised } from './organise.ts'
import type { Person } from './people.ts'

const minute_ms = 60_000

/** Share of true reports with a proof; a judge rejects the others. */
const shareWithProof = 0.95
/** Share of untrue reports that a judge takes for true. */
const shareMistaken = 0.15
/** Share of reports that no judge ever opens. */
const shareLeft = 0.04

/** Results of the reports of one kind. */
export interface ReportCount {
  sent: number
  /** The server refused the same item to the same player. */
  refused: number
  /** The server showed the judge an earlier report of the same item. */
  flagged: number
  /** A judge opened it as if it were new, but it is a doubled item and no stack. */
  missed: number
  approved: number
}
export type ReportsOutcome = Readonly<Record<ReportTruth, ReportCount>>

/** A report that the server has accepted. */
interface Sent {
  /** Its number in the order of sending. */
  readonly order: number
  readonly planned: PlannedItem | Omit<PlannedLevel, 'sent_ms'>
  readonly team: number
  /** For a level, or a number of areas: the objective that it was reported for. */
  readonly objective_id: ObjectiveId | null
  readonly submissions: readonly Submission[]
}

export interface Reports {
  /** Sends the reports that are due, and decides. @returns whether there were any. */
  advance(now_ms: number): Promise<boolean>
  /** The reports that count so far. */
  rulings(): Pick<Rulings, 'claims' | 'reports'>
  outcome(): ReportsOutcome
}

const sendItem = async (
  event_id: EventId,
  { client }: Person,
  { item, happened_ms }: PlannedItem,
  proof: string,
): Promise<readonly Submission[] | 'refused'> => {
  const body = {
    key: randomUUID(),
    text: writeItemText(item),
    timestamp: new Date(happened_ms).toISOString(),
    proof,
    comment: '',
  }
  return client.call('reportItem', { event_id, body }).catch((error: unknown) => {
    if (error instanceof Error && error.message.includes('already_reported')) return 'refused' as const
    throw error
  })
}

const second_ms = 1000
const writeLogTime = (at_ms: number) => new Date(at_ms).toISOString().slice(0, 19).replaceAll('-', '/').replace('T', ' ')

/** The lines of a log, read as the game writes them. */
const writeEvents = ({ character, class_name, levels, areas, happened_ms }: PlayedLog, uptime_ms: number): LogEvent[] =>
  levels
    .flatMap((number, at) => [
      { kind: 'level' as const, character, value: class_name, number },
      { kind: 'area' as const, character: '', value: areas[at] ?? '', number },
    ])
    .map((event, place) => ({
      ...event,
      logged: writeLogTime(happened_ms + place * second_ms),
      uptime_ms: uptime_ms + place * second_ms,
      timestamp: null,
    }))

/** Judges decide about reports; no judge decides about their own team. */
function engageJudges({ event_id, admin }: Organised, judge: Person, outcome: ReportsOutcome) {
  const decisions: Errand[] = []
  const approved = new Map<number, Sent>()

  async function decide(sent: Sent, isApproved: boolean): Promise<void> {
    // The admin plays for the first team.
    const { client } = sent.team === 0 ? judge : admin
    const counted = outcome[sent.planned.truth]
    const shown: Submission[] = []
    const approval_status = isApproved ? ('APPROVED' as const) : ('REJECTED' as const)
    for (const { id: submission_id, version: base_version } of sent.submissions) {
      const body = { approval_status, review_comment: isApproved ? '' : 'The proof shows something else.', base_version }
      shown.push(await client.call('reviewSubmission', { event_id, submission_id, body }))
    }
    if (shown.some(({ same_item_as }) => same_item_as !== null)) counted.flagged++
    else if (sent.planned.truth === 'again' && 'item' in sent.planned && sent.planned.item.stack === undefined) counted.missed++
    if (!isApproved) return
    approved.set(sent.order, sent)
  }

  function plan(sent: Sent, draws: Draws, hasProof: boolean, now_ms: number): void {
    const isTaken = sent.planned.truth === 'true' ? hasProof : draws.chance(shareMistaken)
    const at_ms = now_ms + draws.between(2, 12) * minute_ms
    if (!draws.chance(shareLeft)) decisions.push({ at_ms, run: () => decide(sent, isTaken) })
  }

  return {
    plan,
    /** @returns whether there was anything to decide. */
    async decideUntil(now_ms: number): Promise<boolean> {
      const due = decisions.filter(({ at_ms }) => at_ms <= now_ms).sort((a, b) => a.at_ms - b.at_ms)
      decisions.splice(0, decisions.length, ...decisions.filter(({ at_ms }) => at_ms > now_ms))
      for (const { run } of due) await run()
      return due.length > 0
    },
    /** In the order of sending. */
    listApproved: () => [...approved.values()].sort((a, b) => a.order - b.order),
  }
}

/** Players report what they find in the world, and judges decide. */
export function followReports(event: Organised, contest: Contest, world: World, judge: Person, seed: number): Reports {
  const { event_id, players, start_ms, end_ms } = event
  const objectives = listObjectives(contest.root)
  const ofItems = objectives.filter(({ objective_type }) => objective_type === 'ITEM')
  const ofLevels = objectives.filter(
    ({ objective_type, number_field }) => objective_type === 'PLAYER' && number_field === 'PLAYER_LEVEL',
  )
  const count = createReportCounter(ofItems)
  const areaCounter = createAreaCounter(objectives)
  const counts = (item: WorldItem) => ofItems.some(({ id }) => count([{ team: 0, account: 0, at_ms: 0, item }], id, 0).length > 0)
  const reporters = watchReporters(world, seed, counts)
  const outcome = Object.fromEntries(
    truths.map((truth) => [truth, { sent: 0, refused: 0, flagged: 0, missed: 0, approved: 0 }]),
  ) as Record<ReportTruth, ReportCount>
  const judges = engageJudges(event, judge, outcome)
  const lastEvents = new Map<number, readonly LogEvent[]>()
  let order = 0

  const personOf = (account: number): Person => {
    const person = players[account]
    if (!person) throw new Error(`account ${account} has not signed up`)
    return person
  }
  const teamOf = (account: number) => world.accounts[account]?.team ?? 0
  /** Each report has its own stream: another report does not change what happens to this one. */
  const drawsOf = ({ account, truth }: Sent['planned'], subject: string) =>
    createDraws(seed, `account/${account}/judged/${subject}/${truth}`)

  async function reportItem(planned: PlannedItem, now_ms: number): Promise<void> {
    const draws = drawsOf(planned, planned.item.id)
    const hasProof = draws.chance(shareWithProof)
    const submissions = await sendItem(event_id, personOf(planned.account), planned, hasProof ? 'https://example.org/clip' : '')
    const counted = outcome[planned.truth]
    counted.sent++
    if (submissions === 'refused') return void counted.refused++
    const sent = { order: order++, planned, team: teamOf(planned.account), objective_id: null, submissions }
    judges.plan(sent, draws, hasProof, now_ms)
  }

  /** For each objective that asks for this level or the highest. */
  async function reportLevel(planned: PlannedLevel, now_ms: number): Promise<void> {
    const { account, level, happened_ms, truth } = planned
    const asked = ofLevels.filter(
      ({ aggregation, required_number }) => findCounts(aggregation) === 'highest' || required_number === level,
    )
    for (const { id } of asked) {
      const objective_id = id as ObjectiveId
      const timestamp = new Date(happened_ms).toISOString()
      const body = { objective_id, timestamp, number: level, proof: 'https://example.org/clip', comment: '' }
      const submission = await personOf(account).client.call('submitBounty', { event_id, body })
      outcome[truth].sent++
      const sent = { order: order++, planned, team: teamOf(account), objective_id, submissions: [submission] }
      judges.plan(sent, drawsOf(planned, `${id}/${level}`), true, now_ms)
    }
  }

  /** The page sends new lines of the log, and a few that it has sent before; each counts once. */
  async function reportLog(log: PlayedLog, now_ms: number): Promise<void> {
    const { account, levels, areas, happened_ms } = log
    const fresh = writeEvents(log, happened_ms - start_ms)
    const body = { key: randomUUID(), events: [...(lastEvents.get(account) ?? []), ...fresh] }
    lastEvents.set(account, fresh)
    const { added, submissions } = await personOf(account).client.call('reportLog', { event_id, body })
    const wanted = levels.length + areas.filter(areaCounter.isWanted).length
    if (added !== wanted) throw new Error(`the server stored ${added} of ${wanted} new lines of a log`)
    const ofLog = ofLevels.flatMap(({ id, aggregation, required_number }) => {
      if (findCounts(aggregation) === 'highest') return [{ objective_id: id, number: levels.at(-1) ?? 0 }]
      return levels.includes(required_number) ? [{ objective_id: id, number: required_number }] : []
    })
    for (const { objective_id: id, number } of [...ofLog, ...areaCounter.enter(account, areas)]) {
      const planned = { account, happened_ms, truth: 'true' as const, level: number }
      outcome.true.sent++
      const own = submissions.filter(({ objective_id }) => objective_id === id)
      const sent = { order: order++, planned, team: teamOf(account), objective_id: id as ObjectiveId, submissions: own }
      judges.plan(sent, drawsOf(planned, `${id}/${number}`), true, now_ms)
    }
  }

  return {
    async advance(now_ms) {
      const isOpen = ({ happened_ms }: PlannedItem | PlannedLevel) => happened_ms >= start_ms && now_ms <= end_ms
      const items = reporters.takeItems(now_ms).filter(isOpen)
      const levels = reporters.takeLevels(now_ms).filter(isOpen)
      for (const planned of items) await reportItem(planned, now_ms)
      for (const planned of levels) await reportLevel(planned, now_ms)
      // Levels before the event are not reported, and are known afterwards.
      const logs = reporters.readLogs(now_ms).filter(() => now_ms > start_ms && now_ms <= end_ms)
      for (const log of logs) await reportLog(log, now_ms)
      const isDecided = await judges.decideUntil(now_ms)
      return items.length + levels.length + logs.length > 0 || isDecided
    },
    rulings() {
      const inOrder = judges.listApproved()
      return {
        claims: inOrder.flatMap(({ planned, team, objective_id }) =>
          'level' in planned && objective_id !== null
            ? [{ objective_id, team, at_ms: planned.happened_ms, number: planned.level, account: planned.account }]
            : [],
        ),
        reports: inOrder.flatMap(({ planned, team }) =>
          'item' in planned ? [{ team, account: planned.account, at_ms: planned.happened_ms, item: planned.item }] : [],
        ),
      }
    },
    outcome() {
      for (const truth of truths)
        outcome[truth].approved = judges.listApproved().filter(({ planned }) => planned.truth === truth).length
      return outcome
    },
  }
}
