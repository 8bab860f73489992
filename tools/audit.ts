import { Complaint, runCommand } from './command.ts'
import { runProgram } from './processes.ts'

// Asks the registry for known vulnerabilities in the packages that run. A missing answer is reported, and does not count as a
// pass.

interface Report {
  readonly vulnerabilities?: Readonly<Record<string, { severity: string; range: string }>>
}

/** From the first brace: npm may print warnings before. */
function readReport(output: string): Report {
  try {
    return JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1)) as Report
  } catch {
    return {}
  }
}

await runCommand(async () => {
  const { output } = await runProgram('npm', [
    'audit',
    '--omit=dev',
    '--json',
    '--loglevel=error',
    '--fetch-retries=0',
    '--fetch-timeout=20000',
  ])
  const { vulnerabilities } = readReport(output)
  if (!vulnerabilities)
    throw new Complaint(
      `The packages were NOT audited, because the registry does not answer. npm printed:\n${output.slice(0, 500)}`,
    )
  const found = Object.entries(vulnerabilities)
  for (const [name, { severity, range }] of found) console.log(`${severity.padEnd(9)} ${name} ${range}`)
  console.log(
    found.length === 0 ? 'No known vulnerabilities in the packages that run.' : 'npm audit shows the packages to update.',
  )
  if (found.length > 0) process.exitCode = 1
})
