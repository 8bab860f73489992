import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { problems } from '@muster/server/start-problems'
import { describeRunAs, listRefused, type User } from '../ownership.ts'
import { type Finding, ok, toFinding, warning } from './finding.ts'

// Whether the user of the server, the owner of DATA_DIR, can access its files; root can access all of them, so only root can
// check.

const about = 'File access'

/** Existing paths that the server reads, and paths that it writes. */
function listNeeded(program: string, data_dir: string): { reads: string[]; writes: string[] } {
  const kept = existsSync(data_dir) ? readdirSync(data_dir).filter((name) => /\.jsonl?$/.test(name)) : []
  const reads = ['.env', 'package.json', 'tools/run.mjs', 'node_modules/.package-lock.json', 'web/dist/index.html']
  const writes = ['', 'backups', 'archives', 'compiled', 'asked-of-the-game.jsonl']
  return {
    reads: [...reads.map((name) => join(program, name)), ...kept.map((name) => join(data_dir, name))].filter(existsSync),
    writes: writes.map((name) => join(data_dir, name)).filter(existsSync),
  }
}

/** Paths that the server needs and its user may not access; null if this process cannot check. */
export interface Refused {
  readonly reads: readonly string[]
  readonly writes: readonly string[]
}

export function readRefused(user: User, program: string, data_dir: string): Refused | null {
  const { reads, writes } = listNeeded(program, data_dir)
  const [unread, unwritten] = [listRefused(user, 'r', reads), listRefused(user, 'w', writes)]
  return unread && unwritten && { reads: unread, writes: unwritten }
}

/** @param us the user of this process */
export function judgeAccess({ name }: User, refused: Refused | null, us: number | null): Finding[] {
  if (refused === null)
    return [
      warning(
        about,
        `The server runs as ${name}, the owner of DATA_DIR; only root or ${name} can check its access.`,
        describeRunAs(name, us),
      ),
    ]
  const findings = [
    ...(refused.reads.length > 0 ? [toFinding(about, problems.unreadable(refused.reads, name))] : []),
    ...refused.writes.map((path) => toFinding(about, problems.folderClosed(path, name))),
  ]
  return findings.length > 0 ? findings : [ok(about, `${name} may read and write everything that the server needs`)]
}
