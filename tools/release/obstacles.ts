import type { Release } from '../migration-rules.ts'

export interface Candidate {
  readonly version: string
  readonly changelog: string
  readonly releases: readonly Release[]
  /** Paths that differ from the commit, one a line; empty: none. */
  readonly changes: string
}

/** Lists the steps before this commit can become a release; empty if it is ready. */
export function findObstacles({ version, changelog, releases, changes }: Candidate, isDraft: boolean): string[] {
  const obstacles: string[] = []
  if (changes !== '') obstacles.push(`Commit these changes first: an archive holds a commit.\n${changes.trimEnd()}`)
  if (isDraft) return obstacles
  const isPlain = /^\d+\.\d+\.\d+$/.test(version)
  if (!isPlain) obstacles.push(`${version} is not a version of a release: npm version --no-git-tag-version X.Y.Z, or --draft.`)
  else if (!new RegExp(`^## ${version.replaceAll('.', '\\.')} \\(\\d{4}-\\d\\d-\\d\\d\\)$`, 'm').test(changelog))
    obstacles.push(`CHANGELOG.md has no heading "## ${version} (YYYY-MM-DD)".`)
  if (releases.some((release) => release.version === version))
    obstacles.push(`${version} is a release already (database/releases.json).`)
  return obstacles
}
