import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../tools/places.ts'

/** Output of a finished command. */
export interface Said {
  readonly code: unknown
  readonly out: string
  readonly complaint: string
}

export interface Installation {
  readonly folder: string
  readonly data_dir: string
  /** Runs a command like `npm run -s NAME -- ARGS`, with only this environment and `.env`. */
  run(name: string, args?: readonly string[], environment?: NodeJS.ProcessEnv, as?: { uid: number; gid: number }): Promise<Said>
  remove(): void
}

/**
 * Installs the program in its own folder, with its own `.env` and data directory: the commands are copied, everything else is
 * resolved through their packages. Its pages are one empty file.
 */
export function makeInstallation(settings: Readonly<Record<string, string>>): Installation {
  const folder = mkdtempSync(join(tmpdir(), 'muster-installation-'))
  const data_dir = join(folder, 'data')
  cpSync(join(root, 'tools'), join(folder, 'tools'), { recursive: true })
  cpSync(join(root, 'package.json'), join(folder, 'package.json'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  mkdirSync(join(folder, 'web', 'dist'), { recursive: true })
  writeFileSync(join(folder, 'web', 'dist', 'index.html'), '')
  mkdirSync(data_dir, { mode: 0o700 })
  const lines = Object.entries({ ...settings, DATA_DIR: data_dir }).map(([name, value]) => `${name}='${value}'\n`)
  writeFileSync(join(folder, '.env'), lines.join(''), { mode: 0o600 })
  return {
    folder,
    data_dir,
    run: (name, args = [], environment = {}, as?: { uid: number; gid: number }) =>
      new Promise((done) => {
        const env = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...environment }
        const script = join(folder, 'tools', `${name}.ts`)
        execFile(process.execPath, [script, ...args], { cwd: folder, env, ...as }, (error, out, complaint) =>
          done({ code: error?.code ?? 0, out: out.trim(), complaint: complaint.trim() }),
        )
      }),
    remove: () => rmSync(folder, { recursive: true }),
  }
}
