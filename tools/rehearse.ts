import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { rehearse } from './rehearsal/rehearse.ts'
import { listFailures, writeReport } from './rehearsal/report.ts'
import { type Scenario, scenarios } from './rehearsal/scenario.ts'
import { rehearsalsDir } from './rehearsal/stage.ts'

const usage = `Plays a whole event with a simulated game, from signing up to the final standings, and compares these with the right ones.

  npm run rehearse -- SCENARIO [--seed N] [--kills N] [--restart-database] [--speed N]

${Object.values(scenarios)
  .map(({ name, summary }) => `  ${name.padEnd(10)} ${summary}`)
  .join('\n')}

  --seed N             another world
  --kills N            kills the server (kill -9) so often over the first third of the event
  --restart-database   restarts the database in the middle
  --speed N            at most so many times as fast as life, 1 to 2000; 2000 unless told otherwise

The report is written to .data/rehearsals/SCENARIO/report.md.`

class Complaint extends Error {}

function readNumber(text: string | undefined, name: string, least: number, most: number, fallback: number): number {
  if (text === undefined) return fallback
  const number = Number(text)
  if (text.trim() === '' || !(number >= least && number <= most))
    throw new Complaint(`--${name} must be a number from ${least} to ${most}.\n\n${usage}`)
  return number
}

function readArguments(args: string[]) {
  let parsed
  try {
    parsed = parseArgs({
      args,
      allowPositionals: true,
      options: {
        seed: { type: 'string' },
        kills: { type: 'string' },
        speed: { type: 'string' },
        'restart-database': { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new Complaint(`${(error as Error).message}\n\n${usage}`)
  }
  const [name = '', ...rest] = parsed.positionals
  const scenario: Scenario | undefined = Object.values(scenarios).find((one) => one.name === name)
  if (scenario === undefined || rest.length > 0) throw new Complaint(usage)
  const { seed, kills, speed, 'restart-database': restart_database } = parsed.values
  return {
    scenario: { ...scenario, seed: readNumber(seed, 'seed', 0, 2 ** 32 - 1, scenario.seed) },
    options: {
      kills: Math.floor(readNumber(kills, 'kills', 0, 10_000, 0)),
      speed: readNumber(speed, 'speed', 1, 2000, 2000),
      restart_database,
    },
  }
}

try {
  const { scenario, options } = readArguments(process.argv.slice(2))
  const folder = join(rehearsalsDir(), scenario.name)
  const outcome = await rehearse(scenario, options, folder, (line) => console.log(line))
  const failures = listFailures(outcome)
  console.log(`\nReport: ${relative(process.cwd(), writeReport(outcome, folder))}`)
  console.log(failures.length === 0 ? 'It holds.' : `It does not hold: ${failures.join('; ')}.`)
  process.exitCode = failures.length === 0 ? 0 : 1
} catch (error) {
  if (!(error instanceof Complaint)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
}
