import { runProgram } from './processes.ts'

// npm run fuzz -- [REQUESTS [SEED]]: random requests to a server of its own; 10,000 by default.

const [requests = '10000', seed] = process.argv.slice(2)
const env = { FUZZ_REQUESTS: requests, ...(seed !== undefined && { FUZZ_SEED: seed }) }
const { code } = await runProgram('vitest', ['run', '--project', 'api-embedded', 'e2e/api/fuzz'], { show: true, env })
process.exitCode = code
