import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { Complaint, readOptions, runCommand } from './command.ts'
import { createFloorCount, startFloor } from './rehearsal/floor.ts'
import { createMeter, nameProcesses } from './rehearsal/meter.ts'
import { describeMarathon, sayReading } from './rehearsal/marathon-report.ts'
import { rehearse } from './rehearsal/rehearse.ts'
import { listFailures, writeReport } from './rehearsal/report.ts'
import { makeMarathon, type MarathonSize } from './rehearsal/scenario.ts'
import { rehearsalsDir } from './rehearsal/stage.ts'

const usage = `Plays the largest event that Muster is made for against the simulated game, on a clock that is driven, and measures what it
costs: processor time and memory of each process, the database by table, and how long nobody keeps the scores when their keeper dies.

  PLAYERS=1000 OBJECTIVES=1000 HOURS=72 npm run marathon

  PLAYERS      who take part, in ten teams (1000)
  OBJECTIVES   with the categories and the root (1000)
  HOURS        of the event (72)
  PARTS        of the event, at whose ends is measured (one for each six hours, four at least)
  MINUTES      of real time, after which the event is broken off and what was played is reported (no limit)

The report is written to .data/rehearsals/marathon/marathon.md, what was compared with the oracle to report.md beside it. Ends with 1
when a standing is wrong, when something grows with the length of the event, or when a takeover takes more than three seconds.`

function readSize(env: NodeJS.ProcessEnv): MarathonSize & { parts: number; until_ms: number } {
  const read = (name: string, fallback: number, least: number, most: number): number => {
    const number = Number(env[name] || fallback)
    if (!(number >= least && number <= most))
      throw new Complaint(`${name} must be a number from ${least} to ${most}.\n\n${usage}`)
    return number
  }
  const hours = read('HOURS', 72, 1, 120)
  const minutes = env['MINUTES'] ? read('MINUTES', 60, 1, 10_000) : Number.POSITIVE_INFINITY
  return {
    players: Math.floor(read('PLAYERS', 1000, 20, 3000)),
    objectives: Math.floor(read('OBJECTIVES', 1000, 50, 1100)),
    hours,
    parts: Math.floor(read('PARTS', Math.max(4, hours / 6), 2, 100)),
    until_ms: Date.now() + minutes * 60_000,
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

await runCommand(async () => {
  readOptions(usage, {})
  const { parts, until_ms, ...size } = readSize(process.env)
  const scenario = makeMarathon(size)
  const { division = [] } = scenario
  const folder = join(rehearsalsDir(), 'marathon')
  const say = (line: string) => console.log(line)
  const floor = startFloor()
  const meter = createMeter(division, { parts, until_ms }, createFloorCount(floor), (reading) => say(sayReading(reading)))
  const options = { kills: 0, restart_database: false, speed: 2000 }
  const outcome = await rehearse(scenario, options, folder, say, undefined, meter)
  await floor.stop()
  writeReport(outcome, folder)
  const { text, failures } = describeMarathon(meter, { ...size, names: nameProcesses(division), failures: listFailures(outcome) })
  mkdirSync(folder, { recursive: true })
  const page = join(folder, 'marathon.md')
  writeFileSync(page, text)
  writeFileSync(
    join(folder, 'marathon.json'),
    `${JSON.stringify({ readings: meter.readings(), takeover: meter.takeover() }, null, 2)}\n`,
  )
  console.log(`\n${text}\nReport: ${relative(process.cwd(), page)}`)
  console.log(failures.length === 0 ? 'Passed.' : `Failed: ${failures.join('; ')}.`)
  if (failures.length > 0) process.exitCode = 1
})
process.exit()
