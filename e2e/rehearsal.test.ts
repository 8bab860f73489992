import { join } from 'node:path'
import { useFolder } from '@muster/server/testing/folder'
import { operators } from '@muster/contract/conditions'
import { aggregations, numberFields } from '@muster/contract/objectives'
import { scoringMethods } from '@muster/contract/scoring-presets'
import { numbersOf } from '@muster/domain/characters/number-rows'
import { isOfCharacters } from '@muster/domain/characters/numbers'
import { presets } from '@muster/simulator/options'
import { truths } from '@muster/simulator/people/reporters'
import { beforeAll, describe, test } from 'vitest'
import { bundleServer } from '../tools/rehearsal/product.ts'
import { demoPresets } from '../tools/demo/objectives.ts'
import type { DemoObjective } from '../tools/demo/tree.ts'
import { secondGameTree } from '../tools/demo/second-game-objectives.ts'
import { rulePresets, ruleObjectives } from '../tools/rehearsal/rule-objectives.ts'
import { rulePersonal } from '../tools/rehearsal/rule-personal.ts'
import { rehearse } from '../tools/rehearsal/rehearse.ts'
import { listFailures, writeReport } from '../tools/rehearsal/report.ts'
import { type Scenario, scenarios, shorten } from '../tools/rehearsal/scenario.ts'

/** A scenario of `npm run rehearse`, small enough for every test run. Its clock waits for the server, however slow it is. */
const short: Scenario = {
  ...scenarios.rules,
  name: 'short',
  summary: 'two teams of two, half an hour, a few faults',
  scripts: ['rough-minutes', ...scenarios.rules.scripts],
}

/** The same for the second game. Its players also play the first game, in a league of the same name. */
const shortOfSecond: Scenario = {
  ...short,
  name: 'short-poe2',
  summary: 'two teams of two in the second game, half an hour, a few faults, claims and judges',
  game_version: 'poe2',
  // It has no delve and no atlas.
  personal_objectives: {
    ...rulePersonal,
    figures: [{ number_field: 'PLAYER_LEVEL', steps: [2, 6, 20].map((at, place) => ({ at, points: 2 ** place })) }],
  },
  preset: { ...presets.tiny_both, items_per_hour: 120, league_hours: 0.45 },
  scripts: ['rough-minutes'],
  objectives: { tree: [...secondGameTree, ruleObjectives], presets: { ...demoPresets, ...rulePresets } },
}

const listPaths = (objective: DemoObjective, above: string): (readonly [string, DemoObjective])[] => {
  const path = `${above} / ${objective.name}`
  return [[path, objective], ...objective.children.flatMap((child) => listPaths(child, path))]
}

/** Methods, aggregations, numbers and operators of the objectives for which a team of these standings has a number. */
function listPlayedRules(standings: string): string[] {
  return listPaths(ruleObjectives, 'default').flatMap(([path, { preset = '', aggregation, number_field, conditions }]) => {
    const lines = standings.split('\n').filter((line) => line.startsWith(`["${path}",`))
    const has = (score: RegExp) => lines.some((line) => score.test(line))
    const rules = [aggregation, number_field, ...conditions.map(({ operator }) => operator)]
    // A method that ranks unfinished objectives counts as played once there is a rank.
    const isPaid = has(/"number":[1-9]\d*,"finished":true/) || has(/"rank":[1-9]/)
    return [...(has(/"number":[1-9]/) ? rules : []), ...(isPaid ? [rulePresets[preset]?.scoring_method ?? ''] : [])]
  })
}

const folder = useFolder('rehearsal')
let program: Promise<string>
/** Names of the rules that the rehearsals below have played. */
const played: string[] = []
beforeAll(() => {
  program = bundleServer(join(folder, 'program'))
})

// Concurrent, because one test waits for its database while the other works.
describe.concurrent("a short event ends with the oracle's scores and without a complaint from the game", () => {
  test('of the first game, with faults, kills and a restart of the database', async ({ expect }) => {
    const said: string[] = []
    const options = { kills: 4, restart_database: true, speed: 2000 }
    const outcome = await rehearse(short, options, join(folder, 'stage'), (line) => said.push(line), program)
    played.push(...listPlayedRules(outcome.standings))
    expect(listFailures(outcome)).toEqual([])
    expect(outcome.verdict.differences).toEqual([])
    expect([outcome.kills, outcome.database_restarts]).toEqual([4, 1])
    // The run had scores to compare, and faults occurred.
    expect(outcome.totals.reduce((sum, total) => sum + total, 0)).toBeGreaterThan(0)
    expect(outcome.faults.filter(({ struck }) => struck > 0).length).toBeGreaterThan(1)
    expect(said[0]).toContain('4 players signed up')
    expect(writeReport(outcome, join(folder, 'report'))).toContain('report.md')
  }, 900_000)

  test('of the second game, with faults, claims and judges', async ({ expect }) => {
    const options = { kills: 0, restart_database: false, speed: 2000 }
    const outcome = await rehearse(shortOfSecond, options, join(folder, 'second'), () => undefined, program)
    played.push(...listPlayedRules(outcome.standings))
    expect(listFailures(outcome)).toEqual([])
    expect(outcome.verdict.differences).toEqual([])
    expect(outcome.faults.filter(({ struck }) => struck > 0).length).toBeGreaterThan(1)
    const ofBranch = (branch: string) =>
      outcome.standings.split('\n').filter((line) => line.includes(`/ ${branch} /`) && line.includes('"finished":true'))
    for (const branch of ['Worn', 'Races', 'Bounties']) expect(ofBranch(branch)).not.toEqual([])
    // No request went to the first game's realm, where the same people play in a league of the same name.
    expect(Object.keys(outcome.requests.by_policy).filter((policy) => !/poe2|token/.test(policy))).toEqual([])
  }, 900_000)

  test('of reports, in which a client of the game is added at half time', async ({ expect }) => {
    const scenario = shorten(scenarios['keyless-evening'], 1.2)
    const options = { kills: 0, restart_database: false, speed: 2000 }
    const outcome = await rehearse(scenario, options, join(folder, 'keyless'), () => undefined, program)
    expect(listFailures(outcome)).toEqual([])
    expect(outcome.verdict.differences).toEqual([])
    // Reports of every kind came before and after the client, and the game was read.
    for (const truth of truths) expect(outcome.reports?.[truth].sent, truth).toBeGreaterThan(0)
    expect(outcome.product.counts['stash_snapshots']).toBeGreaterThan(0)
    expect(outcome.standings).toMatch(/"default \/ Sums \/ .*"number":[1-9]/)
  }, 900_000)
})

test('these events play every method, aggregation, number and operator of the contract', ({ expect }) => {
  // The simulated world has no log of the game; the tests of reports from the log cover such numbers.
  const simulated = numberFields.filter((field) => isOfCharacters(field) || !numbersOf.PLAYER.includes(field))
  const rules = [...scoringMethods, ...aggregations, ...simulated, ...operators]
  expect(rules.filter((rule) => !played.includes(rule))).toEqual([])
})
