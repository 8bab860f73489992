import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Ten times the peak of the tests; the rest is room for other programs. */
const enough_bytes = 4 * 1024 ** 3

/** Some systems forbid execution there; PostgreSQL's programs are copied beside its data if it cannot reach ours. */
function mayExecuteIn(folder: string): boolean {
  const probe = mkdtempSync(join(folder, 'muster-probe-'))
  const script = join(probe, 'probe.sh')
  writeFileSync(script, '#!/bin/sh\nexit 0\n', { mode: 0o700 })
  const { status } = spawnSync(script)
  rmSync(probe, { recursive: true })
  return status === 0
}

function isRoomy(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= enough_bytes && process.availableMemory() >= 2 * enough_bytes && mayExecuteIn(folder)
  } catch {
    return false
  }
}

/** A folder in memory with enough room, if this machine has one. */
export function findMemoryFolder(folder = '/dev/shm'): string | undefined {
  return isRoomy(folder) ? folder : undefined
}
