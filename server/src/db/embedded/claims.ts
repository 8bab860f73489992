import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

// A claim is an empty file named after its kind and its process. It counts while that process lives, so a process that
// was killed leaves nothing to clean up by hand. The random end keeps two claims of one process apart.

export interface Claim {
  release: () => void
}

/** True while a process has this id, whoever owns it. A zombie counts: its id is still taken. */
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

/** The claims of living processes. Those of dead ones are removed on the way. */
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
 * Runs `work` while nobody else on this machine does so for the same directory and kind. Throws when somebody living
 * keeps the lock longer than `patience_ms`.
 *
 * Announce first, look second: of two that come at once at least one sees the other, so never both go on. Both may
 * step back; the random pause lets one of them through.
 */
export async function withLock<T>(directory: string, kind: string, work: () => Promise<T>, patience_ms = 120_000): Promise<T> {
  const deadline_at = Date.now() + patience_ms
  for (;;) {
    const mine = makeClaim(directory, kind)
    try {
      const other = listClaims(directory, kind).find((claim) => claim.name !== mine.name)
      if (other === undefined) return await work()
      if (Date.now() > deadline_at) {
        throw new Error(`Process ${other.pid} keeps ${join(directory, other.name)}. If it is not ours, remove that file.`)
      }
    } finally {
      mine.release()
    }
    await sleep(20 + Math.random() * 60)
  }
}
