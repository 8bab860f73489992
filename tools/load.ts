import { readCrowdSize } from '../bench/crowd/crowd-size.ts'
import { measureCrowd } from '../bench/crowd/crowd.ts'
import type { BenchResult } from '../bench/result.ts'
import { Complaint, readOptions, runCommand } from './command.ts'

const usage = `Puts a crowd before the server: feeds that receive one change a second, and people who load the page meanwhile.
Everything runs on this machine, with a database of its own, and ends by itself.

  SOCKETS=10000 PROCESSES=1 LOADS=2000 MINUTES=10 npm run load

  SOCKETS     open feeds (10000), from addresses of 127.0.0.0/8, a hundred each
  PROCESSES   server processes among which they are dealt (1)
  LOADS       page loads a minute, with an empty cache (2000)
  MINUTES     how long (10)

Ends with 1 when a goal is not reached.

Each feed is an open file of the server: raise "ulimit -n" where it is below the number of feeds of a process.`

await runCommand(async () => {
  readOptions(usage, {})
  const minutes = Number(process.env['MINUTES'] || 10)
  if (!(minutes > 0 && minutes <= 60)) throw new Complaint(`MINUTES must be a number up to 60.\n\n${usage}`)
  const env = { LOADS: '2000', ...process.env }
  const results = await measureCrowd(readCrowdSize(env, { sockets: 10_000, seconds: Math.ceil(minutes * 60) }))
  const judge = ({ value, at_most }: BenchResult) => (at_most === undefined ? '' : value <= at_most ? 'holds' : 'FAILS')
  const rows = results.map(
    (result) =>
      `| ${result.name} | ${Number(result.value.toPrecision(3))} ${result.unit} | ${judge(result)} | ${result.note ?? ''} |`,
  )
  console.log(['| What | Figure | Goal | Conditions |', '|---|---|---|---|', ...rows].join('\n'))
  const failed = results.filter((result) => judge(result) === 'FAILS')
  console.log(failed.length === 0 ? '\nAll goals hold.' : `\nNOT reached: ${failed.map(({ name }) => name).join('; ')}.`)
  if (failed.length > 0) process.exitCode = 1
})
process.exit()
