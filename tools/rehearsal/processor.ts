import { readdirSync, readFileSync } from 'node:fs'

/** Ticks of the processor clock in a second, as every Linux tells them in `/proc`. */
const ticksPerSecond = 100

/** The fields of `/proc/PID/stat` from the state on; null where there is none. */
function readStat(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name before it may hold blanks and brackets.
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}

const sumTicks = (stat: readonly string[], places: readonly number[]) =>
  places.reduce((sum, place) => sum + Number(stat[place] ?? 0), 0) / ticksPerSecond

/** Processor time of a process, seconds; 0 where the system does not tell. */
export function readCpuSeconds(pid: number | undefined): number {
  const stat = pid === undefined ? null : readStat(pid)
  return stat ? sumTicks(stat, [11, 12]) : 0
}

/** The same with all processes that it started, dead ones included. */
export function readFamilyCpuSeconds(pid: number | null): number {
  const stat = pid === null ? null : readStat(pid)
  if (!stat) return 0
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && readStat(Number(name))?.[1] === String(pid))
  return sumTicks(stat, [11, 12, 13, 14]) + children.reduce((sum, child) => sum + readCpuSeconds(Number(child)), 0)
}

/** Who started a process; null where the system does not tell. */
export function findParent(pid: number): number | null {
  const parent = Number(readStat(pid)?.[1])
  return parent > 0 ? parent : null
}
