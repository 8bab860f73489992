import { Readable } from 'node:stream'
import type { Objective } from '@muster/contract/objectives'
import type { Receipt } from '@muster/contract/receipts'
import { noTimestamp, type ScoreDiff } from '@muster/contract/scores'
import type { Team } from '@muster/contract/teams'
import { translateArchive } from '@muster/domain/event-import/archive'
import { latestSeason, specificationSeason } from '@muster/domain/event-import/testing/seasons'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testNow } from '../testing/builders.ts'
import { useTestServer } from '../testing/use-server.ts'
import { importArchive } from './import-archive.ts'
import { writeArchive, writeRecords } from './write-archive.ts'

// Made-up public answers of a finished event, in the format of the existing system, become an archive, and the archive becomes an
// event. Its standings, scores and ranks equal those in the answers.

const server = useTestServer()

const none = { points: 0, rank: 0, number: 0, finished: false, timestamp: noTimestamp }
const at = (text: string) => Date.parse(text) / 1000
const scoreOf = (team_id: number, objective_id: number, score: object) => ({
  team_id,
  objective_id,
  score: { ...none, ...score },
  diff_type: 'Added',
})

const teams = [
  { id: 1, event_id: 7, name: 'Sickles', abbreviation: 'SIC', allowed_classes: ['Witch'], color: '#aa5500' },
  { id: 2, event_id: 7, name: 'Scythes', abbreviation: '', allowed_classes: [], color: '' },
]
const users = {
  1: [
    { id: 51, display_name: 'Ada' },
    { id: 52, display_name: 'Bo' },
  ],
  2: [{ id: 53, display_name: 'Cy' }],
  3: [],
}
const scores = [
  scoreOf(1, 1, {}),
  scoreOf(1, 2, { points: 4, number: 2, finished: true, timestamp: at('2025-10-25T10:00:00Z') }),
  scoreOf(1, 3, { points: 10, rank: 1, number: 1, finished: true, timestamp: at('2025-10-25T09:00:00Z'), user_id: 51 }),
  scoreOf(1, 4, { points: 6, rank: 2, number: 1, finished: true, timestamp: at('2025-10-25T10:00:00Z'), user_id: 52 }),
  scoreOf(2, 3, { points: 10, rank: 1, number: 1, finished: true, timestamp: at('2025-10-25T09:00:00Z'), user_id: 53 }),
  scoreOf(2, 4, { points: 10, rank: 1, number: 1, finished: true, timestamp: at('2025-10-25T09:30:00Z') }),
  scoreOf(2, 5, { points: 61, number: 122, finished: false, timestamp: at('2025-10-26T09:30:00Z') }),
  { ...scoreOf(2, 2, { points: 99 }), diff_type: 'Removed' },
]
const early = { ...specificationSeason, teams, users, scores }

const values = (answers: object) => Object.entries(answers).map(([source, value]) => ({ source, value: structuredClone(value) }))

function translate(answers: object) {
  const translated = translateArchive(values(answers), testNow)
  if (!translated.ok) throw new Error(translated.problem)
  return translated
}

async function importAnswers(answers: object) {
  const { name, records, totals, report } = translate(answers)
  const head = { event: name, made_at: testNow, made_by: 'a test' }
  const { event_id } = await importArchive(server.db, Readable.from(writeRecords(head, records)))
  const get = async <T>(path: string) => (await server.get(`/events/${event_id}${path}`, {})).json<T>()
  return { event_id, totals, report, get, ...(await readBoard(get)) }
}

const flatten = (node: Objective): Objective[] => [node, ...node.children.flatMap(flatten)]

async function readBoard(get: <T>(path: string) => Promise<T>) {
  const shown = await get<Team[]>('/teams')
  const tree = flatten(await get<Objective>('/objectives'))
  const [teamOf, objectiveOf] = [
    new Map(shown.map(({ id, name }) => [id as number, name])),
    new Map(tree.map((one) => [one.id as number, one.name])),
  ]
  const diffs = await get<ScoreDiff[]>('/scores/latest')
  return {
    shown,
    tree,
    board: diffs.map(({ team_id, objective_id, score }) => ({
      team: teamOf.get(team_id),
      objective: objectiveOf.get(objective_id),
      points: score.points,
      rank: score.rank,
      number: score.number,
      finished: score.finished,
      timestamp: score.timestamp,
    })),
  }
}
type Line = Awaited<ReturnType<typeof readBoard>>['board'][number]
const byPlace = (a: Line, b: Line) => (`${a.team} ${a.objective}` < `${b.team} ${b.objective}` ? -1 : 1)

const objectiveNames = new Map([
  [1, 'default'],
  [2, 'Uniques'],
  [3, 'Goldrim'],
  [4, 'goldrim'],
  [5, 'Delve'],
])

describe('an event of another system', () => {
  it('has the same scores, ranks and totals after the import, for everyone', async () => {
    const { board, totals, shown } = await importAnswers(early)
    const given = scores
      .filter(({ diff_type }) => diff_type !== 'Removed')
      .map(({ team_id, objective_id, score: { points, rank, number, finished, timestamp } }) => ({
        team: teams.find(({ id }) => id === team_id)?.name,
        objective: objectiveNames.get(objective_id),
        points,
        rank,
        number,
        finished,
        timestamp,
      }))
    expect(board.toSorted(byPlace)).toEqual(given.toSorted(byPlace))
    const sums = new Map<string | undefined, number>()
    for (const { team, points } of board) sums.set(team, (sums.get(team) ?? 0) + points)
    expect(Object.fromEntries(sums)).toEqual({ Sickles: 20, Scythes: 81 })
    expect(totals).toEqual([
      { name: 'Sickles', points: 20 },
      { name: 'Scythes', points: 81 },
    ])
    expect(shown.map(({ name, abbreviation, allowed_classes, color }) => [name, abbreviation, allowed_classes, color])).toEqual([
      ['Sickles', 'SIC', ['Witch'], '#aa5500'],
      ['Scythes', '', [], ''],
    ])
  })

  it('has its players in their teams, and the player of each score', async () => {
    const { get, shown, tree } = await importAnswers({ ...early, event: { ...early.event, name: 'Second Harvest (PL7)' } })
    const players = await get<Record<string, { id: number; display_name: string }[]>>('/users')
    expect(shown.map(({ id }) => players[id]?.map(({ display_name }) => display_name))).toEqual([['Ada', 'Bo'], ['Cy']])
    const goldrim = tree.find(({ name }) => name === 'Goldrim')
    const receipt = await get<Receipt>(`/objectives/${goldrim?.id}/receipt?team_id=${shown[1]?.id}`)
    expect(receipt.user?.display_name).toBe('Cy')
  })

  it('marks the event and every score as imported, without a receipt', async () => {
    const { get, shown, tree } = await importAnswers({ ...early, event: { ...early.event, name: 'Third Harvest (PL7)' } })
    for (const { id } of tree) {
      for (const team of shown) {
        const receipt = await get<Receipt>(`/objectives/${id}/receipt?team_id=${team.id}`)
        expect(receipt).toMatchObject({ is_imported: true, facts: [], facts_left_out: 0, ledger_sequence: 0 })
        expect(receipt.sentence).toMatch(
          /^(Imported from another system: \d+ points|The other system published no score here)\.$/,
        )
      }
    }
    expect(await get('/announcements')).toMatchObject([{ title: 'Imported final scores' }])
    expect(await get('/scores/changes')).toEqual([])
  })

  it('keeps the shares of several rules, and bonus points, of the later form', async () => {
    const share = { number: 1, finished: true, timestamp: '2026-04-18T10:00:00Z' }
    const objective_id = 3
    const completions = [
      { rule_id: 21, points: 10_000, rank: 1, ...share, user: { id: 1 } },
      { rule_id: 22, points: 5, rank: 0, ...share, timestamp: '2026-04-18T11:00:00Z' },
    ]
    const late = {
      ...latestSeason,
      event: { ...latestSeason.event, event_end_time: '2026-01-10T18:00:00Z', event_start_time: '2026-01-01T18:00:00Z', teams },
      scores: [{ team_id: 1, objective_id, score: { completions, bonus_points: 7 } }],
    }
    const score = translate(late).records.find(({ type }) => type === 'score')
    expect(score).toMatchObject({ points: 10_012, rank: 1, number: 1, finished: true, timestamp: '2026-04-18T11:00:00Z' })
    expect(score).toMatchObject({
      by_rule: [
        { points: 10_000, rank: 1 },
        { points: 5, rank: 0 },
      ],
    })
  })
})

describe('an archive of the imported event', () => {
  it('has the same records', async () => {
    const answers = { ...early, event: { ...early.event, name: 'Fourth Harvest (PL7)' } }
    const { event_id } = await importAnswers(answers)
    const { records } = translate(answers)
    const event = await server.db.selectFrom('events').selectAll().where('id', '=', event_id).executeTakeFirstOrThrow()
    const lines: string[] = []
    await writeArchive(server.db, { event, now: testNow, log: server.ctx.log }, async (to) => {
      for await (const chunk of to) lines.push(String(chunk))
    })
    const again = lines
      .join('')
      .trim()
      .split('\n')
      .slice(1, -1)
      .map((line) => JSON.parse(line) as { type: string })
    const ofType = (all: readonly { type: string }[], type: string) => all.filter((one) => one.type === type)
    for (const type of ['event', 'team', 'score', 'announcement', 'receipt', 'objective', 'scoring_preset'])
      expect(ofType(again, type)).toHaveLength(ofType(records, type).length)
    // People are numbered in the order in which records name them.
    const withoutPerson = (all: readonly object[]) =>
      all.map((one) => JSON.stringify({ ...one, person: null }).replaceAll('.000Z', 'Z')).toSorted()
    expect(withoutPerson(ofType(again, 'score'))).toEqual(
      withoutPerson(ofType(JSON.parse(JSON.stringify(records)) as typeof again, 'score')),
    )
    expect(ofType(again, 'receipt').every((one) => 'is_imported' in one)).toBe(true)
  })
})

describe('the report', () => {
  it('names what the answers never contain, and every point without a place', () => {
    const { report, totals } = translate({
      ...early,
      scores: [...scores, scoreOf(9, 3, { points: 5 }), scoreOf(1, 77, { points: 8 })],
    })
    const lines = report.map(({ kind, path, problem }) => `${kind} ${path}: ${problem}`)
    expect(lines).toContainEqual(expect.stringMatching(/^left_out event: the answers have no facts, history of scores/))
    expect(lines).toContainEqual('left_out score of team 9 on objective 3: 5 points have no place: the team was not translated')
    expect(lines).toContainEqual(
      'left_out score of team 1 on objective 77: 8 points have no place: the objective was not translated',
    )
    expect(lines).toContainEqual(expect.stringMatching(/^check scores: 1 objectives hide the progress of others/))
    expect(totals[0]).toEqual({ name: 'Sickles', points: 20 })
  })

  it('keeps progress that was hidden from others out of the archive', () => {
    const hidden = scores.map((one) =>
      one.team_id === 1 && one.objective_id === 3 ? { ...one, score: { ...one.score, finished: false } } : one,
    )
    const { totals, report, records } = translate({ ...early, scores: hidden })
    expect(totals[0]).toEqual({ name: 'Sickles', points: 10 })
    expect(records.filter(({ type }) => type === 'score')).toHaveLength(6)
    expect(report.map(({ problem }) => problem)).toContain('10 points have no place: this progress is hidden from others')
  })

  it.each([
    ['no scores', { ...early, scores: [] }, /no scores among the files/],
    [
      'an event that is not over',
      { ...early, event: { ...early.event, event_end_time: '2031-01-01T00:00:00Z' } },
      /not over yet/,
    ],
    ['no end', { ...early, event: { ...early.event, event_end_time: null } }, /no end/],
    ['no event', { scores }, /no event/],
    ['an unknown game', { ...early, event: { ...early.event, game_version: 'poe9' } }, /no game/],
  ])('of %s says why there is no archive', (_, answers, problem) => {
    const translated = translateArchive(values(answers), testNow)
    expect(translated).toMatchObject({ ok: false, problem: expect.stringMatching(problem) })
  })

  it('keeps the sum of all readable scores, whatever they are: what is missing in the totals is in the report', () => {
    const score = fc.record({
      points: fc.oneof(fc.integer({ min: -1000, max: 1000 }), fc.constantFrom('x', null, 1.5)),
      rank: fc.integer({ min: 0, max: 5 }),
      number: fc.integer({ min: 0, max: 100 }),
      finished: fc.boolean(),
      timestamp: fc.constantFrom(noTimestamp, 1_761_400_000),
    })
    const diff = fc.record({ team_id: fc.integer({ min: 1, max: 3 }), objective_id: fc.integer({ min: 1, max: 7 }), score })
    fc.assert(
      fc.property(fc.uniqueArray(diff, { selector: (one) => `${one.team_id} ${one.objective_id}`, minLength: 1 }), (list) => {
        const { totals, report } = translate({ ...early, scores: list })
        const readable = list.flatMap((one) => (Number.isInteger(one.score.points) ? [one.score.points as number] : []))
        const placed = totals.reduce((sum, { points }) => sum + points, 0)
        const lost = report.flatMap(({ problem }) => /^(-?\d+) points have no place/.exec(problem)?.[1] ?? []).map(Number)
        expect(placed + lost.reduce((sum, one) => sum + one, 0)).toBe(readable.reduce((sum, one) => sum + one, 0))
        const unread = report.filter(({ problem }) => problem === 'it cannot be read').length
        expect(unread).toBe(list.length - readable.length)
      }),
    )
  })
})
