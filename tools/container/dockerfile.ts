import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, matchesGlob, relative, resolve } from 'node:path'
import { runProgram } from '../processes.ts'

// The part of a container program that our Dockerfile needs: stages become folders, and lines run in them. Base images are
// missing: programs are this machine's.

interface Line {
  readonly word: string
  readonly rest: string
}

interface Stage {
  readonly name: string
  /** An earlier stage, or an image. */
  readonly base: string
  readonly lines: readonly Line[]
}

/** The start of the last stage. */
export interface Image {
  /** The folder of `/`. */
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  /** Relative to `/`. */
  readonly workdir: string
  readonly user: string
  readonly command: readonly string[]
  readonly health: readonly string[]
  readonly stop_signal: string
  readonly volumes: readonly string[]
}

/** @throws Error about an unknown instruction */
export function readDockerfile(text: string): Stage[] {
  const stages: { name: string; base: string; lines: Line[] }[] = []
  const lines = text
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  for (const line of lines) {
    const [, word = '', rest = ''] = /^([A-Z]+)\s+(.+)$/.exec(line) ?? []
    const [, base, name] = word === 'FROM' ? (/^(\S+)(?: AS (\S+))?$/.exec(rest) ?? []) : []
    const stage = stages.at(-1)
    if (base !== undefined) stages.push({ base, name: name ?? '', lines: [] })
    else if (word !== '' && stage) stage.lines.push({ word, rest })
    else throw new Error(`Unknown line of the Dockerfile: ${line}`)
  }
  return stages
}

const readList = (rest: string) => JSON.parse(rest) as string[]

/** Whether the build does not see this path: it or a parent folder is in `.dockerignore`. */
export function isIgnored(path: string, patterns: readonly string[]): boolean {
  if (path === '' || path === '.') return false
  return patterns.some((pattern) => matchesGlob(path, pattern)) || isIgnored(dirname(path), patterns)
}

export interface Assembly {
  /** The repository. */
  readonly context: string
  readonly folder: string
  /** Stages made before, by name: the folder of their `/`. */
  readonly given?: Readonly<Record<string, string>>
  /** Runs a line instead; false: run it as written. */
  readonly instead?: (line: string, workdir: string) => boolean
}

/** Runs all lines of the last stage and of the stages it needs. @throws Error if one fails */
export async function assembleImage({ context, folder, given = {}, instead = () => false }: Assembly): Promise<Image> {
  const stages = readDockerfile(readFileSync(join(context, 'Dockerfile'), 'utf8'))
  const ignored = readFileSync(join(context, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const made = new Map<string, Promise<Image>>()
  const find = (name: string) => stages.findIndex((stage) => stage.name === name)
  const make = (index: number): Promise<Image> => {
    const key = String(index)
    const known = made.get(key) ?? run(index)
    made.set(key, known)
    return known
  }
  const open = async (name: string): Promise<string> => given[name] ?? (await make(find(name))).folder

  async function copy(rest: string, image: { folder: string; workdir: string }): Promise<void> {
    const words = rest.split(/\s+/)
    const from = words[0]?.startsWith('--from=') ? words.shift()?.slice('--from='.length) : undefined
    const target = words.pop() ?? ''
    const source = from === undefined ? context : await open(from)
    const to = join(image.folder, resolve(image.workdir, target))
    for (const word of words) {
      const path = join(source, word)
      const isFolder = statSync(path).isDirectory()
      if (from !== undefined && isFolder && given[from] === undefined) {
        // Thousands of files that no longer change.
        mkdirSync(to, { recursive: true })
        execFileSync('cp', ['-al', `${path}/.`, to])
        continue
      }
      cpSync(path, isFolder || !target.endsWith('/') ? to : join(to, basename(path)), {
        recursive: true,
        verbatimSymlinks: true,
        filter: (file) => from !== undefined || !isIgnored(relative(context, file), ignored),
      })
    }
  }

  async function run(index: number): Promise<Image> {
    const stage = stages[index]
    if (!stage) throw new Error('The Dockerfile has no such stage.')
    const below = find(stage.base) === -1 ? null : await make(find(stage.base))
    const image = {
      folder: below?.folder ?? join(folder, stage.name),
      env: { ...below?.env },
      workdir: below?.workdir ?? '/',
      user: below?.user ?? 'root',
      command: below?.command ?? [],
      health: below?.health ?? [],
      stop_signal: below?.stop_signal ?? 'SIGTERM',
      volumes: [...(below?.volumes ?? [])],
    }
    mkdirSync(image.folder, { recursive: true })
    const effects: Record<string, (rest: string) => unknown> = {
      WORKDIR: (rest) => mkdirSync(join(image.folder, (image.workdir = rest)), { recursive: true }),
      COPY: (rest) => copy(rest, image),
      ENV: (rest) => Object.assign(image.env, Object.fromEntries(rest.split(/\s+/).map((pair) => pair.split(/=(.*)/s, 2)))),
      USER: (rest) => (image.user = rest),
      VOLUME: (rest) => image.volumes.push(rest),
      EXPOSE: () => undefined,
      STOPSIGNAL: (rest) => (image.stop_signal = rest),
      HEALTHCHECK: (rest) => (image.health = readList(rest.slice(rest.indexOf('CMD') + 3))),
      CMD: (rest) => (image.command = readList(rest)),
      RUN: (rest) => runLine(rest, image, instead),
    }
    for (const { word, rest } of stage.lines) {
      const effect = effects[word]
      if (!effect) throw new Error(`Unknown word in the Dockerfile: ${word}`)
      await effect(rest)
    }
    return image
  }

  return make(stages.length - 1)
}

/** A path of the image on this machine. */
const inFolder = (text: string, folder: string) => text.replaceAll(/(?<![\w.])\/(?:srv|var)\//g, (start) => folder + start)

/** Each part of a line separately, so that one of them can be replaced. */
async function runLine(
  line: string,
  image: Pick<Image, 'folder' | 'env' | 'workdir'>,
  instead: NonNullable<Assembly['instead']>,
) {
  const cwd = join(image.folder, image.workdir)
  for (const part of line.split(' && ')) {
    if (instead(part, cwd)) continue
    const { code, output } = await runProgram('sh', ['-c', inFolder(part, image.folder)], { cwd, env: { ...image.env } })
    if (code !== 0) throw new Error(`"${part}" failed:\n${output}`)
  }
}

/** The start of a container of this image: environment and command, with paths of this machine. */
export const describeStart = ({ folder, workdir, env, command, health }: Image) => ({
  cwd: join(folder, workdir),
  env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, inFolder(value, folder)])),
  command,
  health,
})
