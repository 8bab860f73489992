import { join, relative } from 'node:path'
import { Complaint, readOptions, runCommand } from './command.ts'
import { rehearse, type RehearsalOptions } from './rehearsal/rehearse.ts'
import { listFailures, writeReport } from './rehearsal/report.ts'
import { type Scenario, scenarios, shorten } from './rehearsal/scenario.ts'
import { compareStandings } from './rehearsal/compare-standings.ts'
import { rehearsalsDir } from './rehearsal/stage.ts'

const usage = `Plays a whole event with a simulated game, from signing up to the final standings, and checks them against the oracle.

  npm run rehearse -- SCENARIO [--seed N] [--hours N] [--twice] [--kills N] [--restart-database] [--speed N]

${Object.values(scenarios)
  .map(({ name, summary }) => `  ${name.padEnd(10)} ${summary}`)
  .join('\n')}

  --seed N             uses another world
  --hours N            plays only the first N hours of the event
  --twice              plays it twice and holds the standings against each other: byte for byte, or, when the second run has kills
                       or a restart, point for point
  --kills N            kills the server (kill -9) N times in the first third of the event, or longer if N is large
  --restart-database   restarts the database in the middle
  --speed N            maximum speed as a multiple of real time, 1 to 2000 (default 2000)

The report is written to .data/rehearsals/SCENARIO/report.md.`

function readNumber(text: string | undefined, name: string, least: number, most: number, fallback: number): number {
  if (text === undefined) return fallback
  const number = Number(text)
  if (text.trim() === '' || !(number >= least && number <= most))
    throw new Complaint(`--${name} must be a number from ${least} to ${most}.\n\n${usage}`)
  return number
}

function readArguments() {
  const { values, positionals } = readOptions(usage, {
    seed: { type: 'string' },
    hours: { type: 'string' },
    kills: { type: 'string' },
    speed: { type: 'string' },
    twice: { type: 'boolean', default: false },
    'restart-database': { type: 'boolean', default: false },
  })
  const [name = '', ...rest] = positionals
  const scenario: Scenario | undefined = Object.values(scenarios).find((one) => one.name === name)
  if (scenario === undefined || rest.length > 0) throw new Complaint(usage)
  const { seed, hours, kills, speed, twice, 'restart-database': restart_database } = values
  return {
    twice,
    scenario: shorten(
      { ...scenario, seed: readNumber(seed, 'seed', 0, 2 ** 32 - 1, scenario.seed) },
      readNumber(hours, 'hours', 0.25, scenario.event_hours, scenario.event_hours),
    ),
    options: {
      kills: Math.floor(readNumber(kills, 'kills', 0, 10_000, 0)),
      speed: readNumber(speed, 'speed', 1, 2000, 2000),
      restart_database,
    },
  }
}

/** Plays once and prints the result. @returns the standings */
async function playOnce(scenario: Scenario, options: RehearsalOptions, folder: string): Promise<string> {
  const outcome = await rehearse(scenario, options, folder, (line) => console.log(line))
  const failures = listFailures(outcome)
  console.log(`\nReport: ${relative(process.cwd(), writeReport(outcome, folder))}`)
  console.log(failures.length === 0 ? 'Passed.' : `Failed: ${failures.join('; ')}.`)
  if (failures.length > 0) process.exitCode = 1
  return outcome.standings
}

/** An undisturbed run and the disturbed one have to end with the same standings. */
async function playTwice(scenario: Scenario, options: RehearsalOptions, folder: string): Promise<void> {
  const undisturbed = { ...options, kills: 0, restart_database: false }
  const isDisturbed = options.kills > 0 || options.restart_database
  const first = await playOnce(scenario, undisturbed, `${folder}-first`)
  const second = await playOnce(scenario, options, folder)
  const { is_identical, differences, moved, most_seconds } = compareStandings(first, second)
  const isSame = isDisturbed ? differences.length === 0 : is_identical
  console.log(
    is_identical
      ? 'Both runs ended with the same standings, byte for byte.'
      : `${isSame ? 'Both runs ended alike' : 'The runs ended otherwise'}: ${differences.length} standings differ, and of ${moved} the moment does, by ${most_seconds} s at most.`,
  )
  for (const difference of differences.slice(0, 50)) console.log(`- ${difference}`)
  if (!isSame) process.exitCode = 1
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

await runCommand(async () => {
  const { scenario, options, twice } = readArguments()
  const folder = join(rehearsalsDir(), scenario.name)
  await (twice ? playTwice : playOnce)(scenario, options, folder)
})
