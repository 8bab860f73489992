/**
 * The score feed before a crowd: from the moment a change is written until the last viewer has it, against a bare broadcast of the
 * same bytes to as many sockets. The server is its own program, viewers are processes of their own with many addresses.
 * SOCKETS, PROCESSES, LOADS (page loads a minute) and SECONDS say how much; `npm run load` is the same for longer.
 */
import { readCrowdSize } from './crowd/crowd-size.ts'
import { measureCrowd } from './crowd/crowd.ts'
import type { BenchResult } from './result.ts'

export const run = (): Promise<BenchResult[]> => measureCrowd(readCrowdSize(process.env, { sockets: 500, seconds: 30 }))
