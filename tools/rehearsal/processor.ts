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

const listChildren = (pid: number): number[] =>
  readdirSync('/proc').flatMap((name) =>
    /^\d+$/.test(name) && readStat(Number(name))?.[1] === String(pid) ? [Number(name)] : [],
  )

/** The same with all processes that it started, dead ones included. */
export function readFamilyCpuSeconds(pid: number | null): number {
  const stat = pid === null ? null : readStat(pid)
  if (!stat || pid === null) return 0
  return sumTicks(stat, [11, 12, 13, 14]) + listChildren(pid).reduce((sum, child) => sum + readCpuSeconds(child), 0)
}

const kilo = 1024

/** What Linux counts of a process's memory, MB; 0 where the system does not tell. */
function readMemory(pid: number, name: 'Rss' | 'Pss'): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1] ?? 0) / kilo
  } catch {
    return 0
  }
}

/** Memory of a process, MB. */
export const readResident = (pid: number | undefined): number => (pid === undefined ? 0 : readMemory(pid, 'Rss'))

/** Memory of a process and of those that it started, MB; what they share is counted once. */
export const readFamilyResident = (pid: number | null): number =>
  pid === null ? 0 : [pid, ...listChildren(pid)].reduce((sum, one) => sum + readMemory(one, 'Pss'), 0)

/** Who started a process; null where the system does not tell. */
export function findParent(pid: number): number | null {
  const parent = Number(readStat(pid)?.[1])
  return parent > 0 ? parent : null
}
