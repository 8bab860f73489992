import { readinessCodes } from '@muster/contract/readiness'
import type { JobType } from '@muster/contract/jobs'
import { describe, expect, it, test } from 'vitest'
import { isToDo } from './checklist.ts'
import { judgeDefinition, judgeEventReadiness, sortLines } from './readiness.ts'
import type { JobFigures, JudgedLine, ReadinessFigures } from './readiness-figures.ts'

const day_ms = 86_400_000
const dates = {
  application_start_time: 0,
  application_end_time: 10 * day_ms,
  event_start_time: 12 * day_ms,
  event_end_time: 15 * day_ms,
}
const aJob = (job_type: JobType, more: Partial<JobFigures> = {}): JobFigures => ({
  job_type,
  end_at: dates.event_end_time,
  is_running: true,
  failures_in_a_row: 0,
  away_since: null,
  last_error: null,
  last_success_at: 11 * day_ms,
  ...more,
})
const none = (total: number) => ({ count: 0, total, names: [] })

/** An event a day before its start, with every line done that can be. */
const ready: ReadinessFigures = {
  now: 11 * day_ms,
  speed: 1,
  game_version: 'poe1',
  reads_game: true,
  by_hand: { count: 0, total: 40, names: [] },
  dates,
  is_public: true,
  is_current: true,
  is_locked: true,
  is_imported: false,
  is_league_seen: true,
  objectives: 40,
  item_objectives: 30,
  item_checks: { failing: none(30), unmatched: none(30), is_checked: true },
  character_objectives: 5,
  without_points: none(40),
  problems: 0,
  takes_submissions: true,
  pending_submissions: 0,
  waiting_points: 0,
  jobs: [
    aJob('FetchStashChanges'),
    aJob('EvaluateStashChanges'),
    aJob('FetchCharacterData'),
    aJob('FetchGuildStashes'),
    aJob('DetermineGuildStashAccess'),
  ],
  stream_moved_at: 11 * day_ms,
  unscored_since: null,
  guilds: 2,
  signups: 24,
  teams: 2,
  empty_teams: none(2),
  teams_without_lead: none(2),
  deposits_count: true,
  teams_without_guild: none(2),
  unplaced: none(24),
  unconnected: none(24),
  has_rules: true,
  has_passive_tree: true,
  needs_passive_tree: true,
  has_item_classes: true,
  has_start_news: true,
  has_thanks: false,
  raw_kept_until: null,
  is_raw_removed: false,
  scored_at: 11 * day_ms,
  defined_at: day_ms,
  marks: {},
}
/** The same event two days after its end, with every line done. */
const wrapped: Partial<ReadinessFigures> = {
  now: 17 * day_ms,
  jobs: [],
  has_thanks: true,
  is_raw_removed: true,
  scored_at: 15 * day_ms,
  marks: { archive: { at: 16 * day_ms, by: 'Ada' }, export: { at: 16 * day_ms, by: null } },
}
const judge = (more: Partial<ReadinessFigures>) => judgeEventReadiness({ ...ready, ...more })
/** The lines that ask for an action, as `weight code finding`. */
const undone = (more: Partial<ReadinessFigures>) =>
  judge(more)
    .filter(isToDo)
    .map(({ weight, code, finding }) => `${weight} ${code} ${finding}`)
const withJob = (job_type: JobType, more: Partial<JobFigures> | null) => ({
  jobs: ready.jobs.flatMap((job) => {
    if (job.job_type !== job_type) return [job]
    return more === null ? [] : [{ ...job, ...more }]
  }),
})
const line = (lines: readonly JudgedLine[], code: string) => lines.find((one) => one.code === code)

test('an event that is ready asks for nothing before its start', () => {
  expect(undone({})).toEqual([])
  const later = ['submissions', 'jobs_end', 'final_lock', 'archive', 'thanks', 'raw_data', 'export']
  const lines = judge({})
  expect(lines.filter(({ weight }) => weight === 'later').map(({ code }) => code)).toEqual(later)
  const absent = ['never_matching', 'unknown_names', 'item_sources', 'by_hand', 'waiting_points', ...later]
  expect(lines.filter(({ weight }) => weight === 'done').map(({ code }) => code)).toEqual(
    readinessCodes.filter((code) => !absent.includes(code)),
  )
})

test('a new event lists its needs, then the steps whose time has not come', () => {
  const nothing = none(0)
  const lines = judge({
    now: -day_ms,
    is_public: false,
    is_current: false,
    is_league_seen: false,
    objectives: 0,
    item_objectives: 0,
    character_objectives: 0,
    without_points: nothing,
    jobs: [],
    stream_moved_at: null,
    guilds: 0,
    signups: 0,
    teams: 0,
    empty_teams: nothing,
    teams_without_lead: nothing,
    teams_without_guild: nothing,
    unplaced: nothing,
    unconnected: nothing,
    has_rules: false,
    has_passive_tree: false,
    needs_passive_tree: false,
    has_item_classes: false,
    is_locked: false,
    has_start_news: false,
    takes_submissions: false,
  })
  expect(lines.map(({ weight, code, finding }) => `${weight} ${code} ${finding}`)).toEqual([
    'stops_start objectives none',
    'stops_start teams none',
    'open passive_tree none',
    'open rules none',
    'open shown hidden',
    'open league not_seen',
    'later signups not_open',
    'later unplaced not_due',
    'later character_job not_wanted',
    'later lock not_due',
    'later start_news not_due',
    'later jobs_end not_due',
    'later final_lock not_due',
    'later thanks not_due',
    'later raw_data not_due',
    'later export not_due',
    'done dates fine',
  ])
})

describe('lines that are not done', () => {
  const some = (count: number, total: number) => ({ count, total, names: ['a', 'b'] })
  it.each<[string, Partial<ReadinessFigures>, string[]]>([
    ['dates in the wrong order', { dates: { ...dates, event_end_time: 11.5 * day_ms } }, ['stops_start dates wrong_order']],
    ['an event without length', { dates: { ...dates, event_end_time: 12 * day_ms } }, ['stops_start dates no_length']],
    ['an event that is hidden while signups are open', { is_public: false }, ['stops_start shown hidden']],
    ["an event that is not the pages' current event", { is_current: false }, ['open shown not_current']],
    ['a league never seen, before the start', { is_league_seen: false }, ['open league not_seen']],
    [
      'a league never seen, while it runs',
      { is_league_seen: false, now: 13 * day_ms, stream_moved_at: 13 * day_ms },
      ['stops_start league not_seen'],
    ],
    ['a few objectives without points', { without_points: some(3, 40) }, ['open presets some']],
    ['no objective with points', { without_points: some(40, 40) }, ['stops_start presets some']],
    ['problems of any kind', { problems: 2 }, ['open problems some']],
    ['a job that was never started', withJob('FetchStashChanges', null), ['stops_start stream_job not_wanted']],
    ['a job that was stopped', withJob('EvaluateStashChanges', { end_at: 3 }), ['stops_start evaluation_job not_wanted']],
    [
      'a job without a process',
      withJob('EvaluateStashChanges', { is_running: false }),
      ['stops_start evaluation_job not_running'],
    ],
    ['a job that fails', withJob('FetchCharacterData', { failures_in_a_row: 3 }), ['stops_start character_job failing']],
    ['a job that failed twice', withJob('FetchCharacterData', { failures_in_a_row: 2 }), []],
    [
      'a job that stops too early',
      withJob('FetchCharacterData', { end_at: 14 * day_ms }),
      ['stops_start character_job ends_early'],
    ],
    [
      'a job that only measures activity',
      { ...withJob('FetchCharacterData', null), character_objectives: 0 },
      ['open character_job not_wanted'],
    ],
    ['one of two guild jobs', withJob('DetermineGuildStashAccess', null), ['open guild_jobs not_wanted']],
    ['guild jobs without guilds', { ...withJob('DetermineGuildStashAccess', null), guilds: 0 }, []],
    ['a stream job without items', { ...withJob('FetchStashChanges', null), item_objectives: 0 }, []],
    ['a stream position that has not moved for ten minutes', { stream_moved_at: ready.now - 600_000 }, []],
    ['and longer', { stream_moved_at: ready.now - 600_001 }, ['stops_start stream_position late']],
    ['a stream that has not moved for longer, on a faster clock', { stream_moved_at: ready.now - 600_001, speed: 60 }, []],
    ['scores behind the ledger', { unscored_since: ready.now - 60_001 }, ['stops_start scores late']],
    ['scores of a moment ago', { unscored_since: ready.now - 60_000 }, []],
    ['signups without applicants', { signups: 0 }, ['stops_start signups nobody']],
    ['teams without people', { empty_teams: some(1, 2) }, ['stops_start empty_teams some']],
    ['teams without members while signups are open', { empty_teams: some(1, 2), now: 9 * day_ms }, []],
    ['teams without a lead', { teams_without_lead: some(1, 2) }, ['open leads some']],
    ['teams without a guild where deposits count', { teams_without_guild: some(1, 2) }, ['open guilds some']],
    ['and where they do not', { teams_without_guild: some(1, 2), deposits_count: false }, []],
    ['people without a team', { unplaced: some(5, 24) }, ['open unplaced some']],
    ['players who have not connected', { unconnected: some(11, 24) }, ['open connections some']],
    ['no rules', { has_rules: false }, ['open rules none']],
    ['no passive tree although points depend on it', { has_passive_tree: false }, ['stops_start passive_tree needed']],
    ['no passive tree', { has_passive_tree: false, needs_passive_tree: false }, ['open passive_tree none']],
    ['an event that is not locked on the day before its start', { is_locked: false }, ['open lock unlocked']],
    ['and earlier', { is_locked: false, now: 10.9 * day_ms }, []],
    ['no announcement of the start', { has_start_news: false }, ['open start_news not_written']],
    ['undecided submissions', { pending_submissions: 3 }, ['open submissions some']],
    ['points that wait for a second person', { waiting_points: 1 }, ['open waiting_points some']],
    ['no item classes', { has_item_classes: false }, ['open item_classes none']],
  ])('is %s', (_, more, expected) => {
    expect(undone(more)).toEqual(expected)
  })

  it('gives the count, the total, and the first few names', () => {
    expect(line(judge({ unconnected: some(11, 24) }), 'connections')).toMatchObject({ count: 11, total: 24, names: ['a', 'b'] })
  })

  it("gives the job's error, and the time of its last success", () => {
    const failing = withJob('FetchStashChanges', { failures_in_a_row: 7, last_error: 'the token ran out', last_success_at: 42 })
    expect(line(judge(failing), 'stream_job')).toMatchObject({
      detail: 'the token ran out',
      at: 42,
      names: ['FetchStashChanges'],
    })
  })

  it('waits for a game that does not respond, and says since when', () => {
    const away = withJob('FetchStashChanges', { away_since: 42 })
    expect(line(judge(away), 'stream_job')).toMatchObject({ finding: 'away', weight: 'open', at: 42, detail: null })
    expect(judge(away).some(({ code }) => code === 'stream_position')).toBe(false)
  })

  it('asks nothing about the start of an event that is over, except for its rules and teams', () => {
    const over = { ...wrapped, is_public: false, signups: 0, has_rules: false, teams: 0, has_start_news: false }
    expect(undone(over)).toEqual(['open rules none', 'open teams none'])
  })

  it('asks the second game only for what it offers', () => {
    const codes = judge({ game_version: 'poe2' }).map(({ code }) => code)
    for (const code of ['stream_job', 'guild_jobs', 'stream_position']) expect(codes).not.toContain(code)
    expect(codes).toContain('evaluation_job')
  })

  it('asks nothing of the game on a server that cannot read it, except for guild logs', () => {
    const without = { reads_game: false, guilds: 0, is_league_seen: false, unconnected: some(24, 24), jobs: [] } as const
    const asking = ['league', 'connections', 'stream_job', 'evaluation_job', 'character_job', 'guild_jobs']
    expect(judge(without).filter(({ code }) => asking.includes(code))).toEqual([])
    expect(line(judge(without), 'by_hand')).toMatchObject({ weight: 'done', finding: 'fine' })
    expect(line(judge({ ...without, by_hand: some(9, 40) }), 'by_hand')).toMatchObject({ weight: 'open', count: 9, total: 40 })
    expect(line(judge({ ...without, guilds: 2 }), 'evaluation_job')).toMatchObject({ weight: 'open', finding: 'not_wanted' })
  })

  it('says which items count if the game shows no tabs, and needs characters for them', () => {
    const second = { game_version: 'poe2', character_objectives: 0 } as const
    expect(line(judge(second), 'item_sources')).toMatchObject({ weight: 'done', finding: 'worn', count: 30 })
    expect(judge({ ...second, item_objectives: 0 }).map(({ code }) => code)).not.toContain('item_sources')
    const stopped = withJob('FetchCharacterData', null)
    expect(undone({ ...second, ...stopped })).toContain('stops_start character_job not_wanted')
    expect(undone({ ...second, ...stopped, item_objectives: 0 })).toContain('open character_job not_wanted')
  })
})

describe('the end of an event', () => {
  const left = (more: Partial<ReadinessFigures>) => undone({ ...wrapped, ...more })

  it('has every line done once it is locked, archived and exported, its thanks are written, and its raw data is removed', () => {
    expect(judge(wrapped).filter(({ weight }) => weight !== 'done')).toEqual([])
  })

  it.each<[string, Partial<ReadinessFigures>, string[]]>([
    ['a job that catches up', { now: 15.01 * day_ms, jobs: [aJob('FetchCharacterData', { end_at: 15.04 * day_ms })] }, []],
    ['a job that runs on', { jobs: [aJob('FetchCharacterData', { end_at: 20 * day_ms })] }, ['open jobs_end some']],
    ['submissions without a decision', { pending_submissions: 2 }, ['open submissions some']],
    ['an event that is not locked', { is_locked: false }, ['open final_lock unlocked']],
    ['no thanks', { has_thanks: false }, ['open thanks not_written']],
    ['no archive and no file', { marks: {} }, ['open archive none', 'open export none']],
    ['scores that changed after the archive', { scored_at: 16.5 * day_ms }, ['open archive outdated']],
    ['a definition that changed after the export', { defined_at: 16.5 * day_ms }, ['open export outdated']],
    ['no choice about raw data', { is_raw_removed: false }, ['open raw_data none']],
    ['a date for their removal', { is_raw_removed: false, raw_kept_until: 90 * day_ms }, []],
    ['an event imported from an archive', { is_imported: true, marks: {}, has_thanks: false, is_locked: false }, []],
  ])('asks for an action with %s', (_, more, expected) => {
    expect(left(more)).toEqual(expected)
  })

  it('names the person who marked a step', () => {
    const lines = judge(wrapped)
    expect(line(lines, 'archive')).toMatchObject({ finding: 'marked', names: ['Ada'], at: 16 * day_ms })
    expect(line(lines, 'export')).toMatchObject({ finding: 'marked', names: [] })
  })
})

test('every line names the roles that can resolve it; imports on the server have none', () => {
  const lines = judge({})
  expect(line(lines, 'rules')?.right).toEqual(['admin', 'manager'])
  expect(line(lines, 'presets')?.right).toEqual(['admin', 'objective_designer'])
  expect(line(lines, 'stream_job')?.right).toEqual(['admin'])
  expect(lines.filter(({ right }) => right.length === 0).map(({ code }) => code)).toEqual(['passive_tree', 'item_classes'])
})

describe('item checks', () => {
  const check = (more: Partial<ReadinessFigures['item_checks']>) =>
    line(judge({ item_checks: { ...ready.item_checks, ...more } }), 'item_checks')

  it('are open until an item is known for every item objective, and say whether anything was checked', () => {
    expect(check({ is_checked: false })).toMatchObject({ weight: 'open', finding: 'none', count: 30, total: 30 })
    expect(check({ unmatched: { count: 2, total: 30, names: ['A', 'B'] } })).toMatchObject({ finding: 'some', count: 2 })
    expect(check({})).toMatchObject({ weight: 'done', finding: 'fine' })
    expect(line(judge({ item_objectives: 0 }), 'item_checks')).toBeUndefined()
  })

  it('name objectives with wrong saved items first', () => {
    const failing = { count: 1, total: 30, names: ['Belts'] }
    expect(check({ failing, unmatched: { count: 2, total: 30, names: [] } })).toMatchObject({
      finding: 'failing',
      names: ['Belts'],
    })
  })
})

const fine = { code: 'problems', weight: 'done' }

describe('lines from the check of the definition', () => {
  it('count objectives that can never be completed by the impossible findings, not by warnings', () => {
    const line = { weight: 'open', finding: 'some', count: 3, total: 40, right: ['admin', 'objective_designer'] }
    expect(judgeDefinition({ never_matches: 2, impossible_window: 1, overlap: 9, pays_nothing: 4 }, 40, 0)).toMatchObject([
      line,
      fine,
    ])
    expect(judgeDefinition({ overlap: 9 }, 40, 0)).toMatchObject([{ code: 'never_matching', weight: 'done', count: 0 }, fine])
  })

  it('report the number of all problems', () => {
    expect(judgeDefinition({}, 40, 7).at(-1)).toMatchObject({ code: 'problems', weight: 'open', finding: 'some', count: 7 })
  })

  it('name objectives that can never be completed before unknown names', () => {
    expect(judgeDefinition({ unknown_name: 2 }, 40, 0)).toMatchObject([
      { code: 'never_matching', weight: 'done', count: 0 },
      { code: 'unknown_names', weight: 'open', finding: 'some', count: 2 },
      fine,
    ])
  })

  it('are sorted among the other lines', () => {
    const codes = sortLines([...judge({ has_rules: false }), ...judgeDefinition({ never_matches: 1 }, 40, 0)]).map(
      ({ code }) => code,
    )
    expect(codes.slice(0, 2)).toEqual(['never_matching', 'rules'])
  })
})
