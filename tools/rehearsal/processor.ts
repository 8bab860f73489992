import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks per second in `/proc`; the same on every Linux. */
const ticksPerSecond = 100

/** The fields of `/proc/PID/stat` from the state on; null if not available. */
function readStat(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The preceding name may contain spaces and brackets.
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}

const sumTicks = (stat: readonly string[], places: readonly number[]) =>
  places.reduce((sum, place) => sum + Number(stat[place] ?? 0), 0) / ticksPerSecond

/** Processor time of a process in seconds; 0 if unknown. */
export function readCpuSeconds(pid: number | undefined): number {
  const stat = pid === undefined ? null : readStat(pid)
  return stat ? sumTicks(stat, [11, 12]) : 0
}

const listChildren = (pid: number): number[] =>
  readdirSync('/proc').flatMap((name) =>
    /^\d+$/.test(name) && readStat(Number(name))?.[1] === String(pid) ? [Number(name)] : [],
  )

/** The same including all child processes, even dead ones. */
export function readFamilyCpuSeconds(pid: number | null): number {
  const stat = pid === null ? null : readStat(pid)
  if (!stat || pid === null) return 0
  return sumTicks(stat, [11, 12, 13, 14]) + listChildren(pid).reduce((sum, child) => sum + readCpuSeconds(child), 0)
}

const kilo = 1024

/** Memory of a process as counted by Linux, in MB; 0 if unknown. */
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

/** Memory of a process and its children in MB; shared memory is counted once. */
export const readFamilyResident = (pid: number | null): number =>
  pid === null ? 0 : [pid, ...listChildren(pid)].reduce((sum, one) => sum + readMemory(one, 'Pss'), 0)

/** The parent of a process; null if unknown. */
export function findParent(pid: number): number | null {
  const parent = Number(readStat(pid)?.[1])
  return parent > 0 ? parent : null
}
