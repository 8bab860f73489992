/**
 * The score feed with many viewers: time from writing a change until the last viewer has it, against a bare broadcast of the same
 * bytes to as many sockets. The real server runs in one process, viewers with many addresses in others. SOCKETS, PROCESSES, LOADS
 * (page loads a minute) and SECONDS set the size; `npm run load` runs it for longer.
 */
import { readCrowdSize } from './crowd/crowd-size.ts'
import { measureCrowd } from './crowd/crowd.ts'
import type { BenchResult } from './result.ts'

export const run = (): Promise<BenchResult[]> => measureCrowd(readCrowdSize(process.env, { sockets: 500, seconds: 30 }))
