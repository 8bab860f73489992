import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

// A claim is an empty file named after its kind and its process. It is valid while that process lives, so a killed process needs
// no manual cleanup. The random suffix separates two claims of one process.

export interface Claim {
  release: () => void
}

/** True while a process has this id, regardless of its owner. A zombie counts: its id is still taken. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

export function makeClaim(directory: string, kind: string): Claim & { name: string } {
  mkdirSync(directory, { recursive: true })
  const name = `${kind}-${process.pid}-${randomBytes(6).toString('hex')}`
  writeFileSync(join(directory, name), '')
  return { name, release: () => rmSync(join(directory, name), { force: true }) }
}

/** The claims of live processes. Claims of dead ones are removed. */
export function listClaims(directory: string, kind: string): { name: string; pid: number }[] {
  const pattern = new RegExp(`^${kind}-(\\d+)-[0-9a-f]+$`)
  const living = []
  for (const name of readdirSync(directory)) {
    const pid = Number(pattern.exec(name)?.[1] ?? Number.NaN)
    if (Number.isNaN(pid)) continue
    if (isAlive(pid)) living.push({ name, pid })
    else rmSync(join(directory, name), { force: true })
  }
  return living
}

/**
 * Runs `work` under a lock that is exclusive on this machine for this directory and kind. Throws if another live process holds
 * the lock longer than `patience_ms`.
 *
 * Announces first, then looks: of two simultaneous processes at least one sees the other, so never both proceed. Both may step
 * back; the random pause lets one of them through.
 */
export async function withLock<T>(directory: string, kind: string, work: () => Promise<T>, patience_ms = 120_000): Promise<T> {
  const deadline_at = Date.now() + patience_ms
  for (;;) {
    const mine = makeClaim(directory, kind)
    try {
      const other = listClaims(directory, kind).find((claim) => claim.name !== mine.name)
      if (other === undefined) return await work()
      if (Date.now() > deadline_at) {
        throw new Error(
          `Process ${other.pid} holds the lock ${join(directory, other.name)}. If it is not Muster, delete the file.`,
        )
      }
    } finally {
      mine.release()
    }
    await sleep(20 + Math.random() * 60)
  }
}
