import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Upper bound for an archive before it is compressed, in bytes. */
const maxArchive = 1 << 30

/**
 * Packs a folder so that the same files give the same bytes: sorted, with one time, owner and mode.
 * @param at seconds since 1970, for every file
 */
export function packFolder(parent: string, name: string, at: number, archive: string): void {
  const tar = execFileSync(
    'tar',
    [
      '--create',
      '--format=ustar',
      '--sort=name',
      `--mtime=@${at}`,
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      '--mode=u=rwX,go=rX',
      '--directory',
      parent,
      name,
    ],
    { maxBuffer: maxArchive },
  )
  writeFileSync(archive, gzipSync(tar, { level: 9 }))
}

/** Packs all files of a commit, as the licence asks for the source of what is shipped. */
export function packSource(repository: string, commit: string, name: string, archive: string): void {
  const tar = execFileSync('git', ['archive', '--format=tar', `--prefix=${name}/`, commit], {
    cwd: repository,
    maxBuffer: maxArchive,
  })
  writeFileSync(archive, gzipSync(tar, { level: 9 }))
}

/** Writes SHA256SUMS beside the archives, as `sha256sum --check` reads it. @returns its path */
export function writeChecksums(folder: string, archives: readonly string[]): string {
  const lines = archives.map((file) => `${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${basename(file)}\n`)
  const sums = join(folder, 'SHA256SUMS')
  writeFileSync(sums, lines.join(''))
  return sums
}
