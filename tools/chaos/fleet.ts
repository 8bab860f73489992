import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { importSimulatedTrees } from '../rehearsal/game-tree.ts'
import { root } from '../places.ts'
import { awaitReady } from '../processes.ts'
import { type Cabinet, mountDisk, openCabinet } from './machine.ts'

/** A server process on a simulated machine with its own network, clock and disk. */
export interface Member {
  readonly name: string
  readonly roles: string
  readonly url: string
  readonly metrics_url: string
  readonly cabinet: Cabinet
  /** Its data directory, on its own disk. */
  readonly folder: string
  /** kill -9; a simulated service manager restarts the process two seconds later. */
  kill(): Promise<void>
  /** Stops the process without notifying anything (SIGSTOP). */
  hang(): void
  wake(): void
  /** Sets the error of its clock from now on. */
  setClock(skew_ms: number): void
  close(): Promise<void>
}

const restartAfter_ms = 2000
const [port, metrics_port] = [3000, 9100]
const disk_mebibytes = 8

/** Starts a process and keeps it running. @param onTrouble called with each warning and error in its log. */
export async function startMember(
  number: number,
  roles: string,
  env: Readonly<Record<string, string>>,
  data_dir: string,
  onTrouble: (line: string) => void,
): Promise<Member> {
  const cabinet = await openCabinet(number)
  const name = `${roles.replaceAll(',', '-')}-${number}`
  const folder = join(data_dir, name)
  mountDisk(folder, disk_mebibytes)
  mkdirSync(join(folder, 'data'), { mode: 0o700 })
  importSimulatedTrees(join(folder, 'data'))
  const [log, skew_file] = [createWriteStream(join(data_dir, `${name}.log`), { mode: 0o600 }), join(data_dir, `${name}.skew`)]
  writeFileSync(skew_file, '0')
  let child: ChildProcess | null = null
  let isClosing = false
  let restart: NodeJS.Timeout | undefined
  const [file = '', ...prefix] = cabinet.prefix

  function start(): Promise<void> {
    const skewed = ['--import', join(root, 'tools/chaos/skewed-clock.ts')]
    const started = spawn(file, [...prefix, process.execPath, ...skewed, 'tools/rehearsal/server.ts'], {
      cwd: root,
      env: {
        ...process.env,
        ...env,
        ROLES: roles,
        HOST: '0.0.0.0',
        PORT: String(port),
        METRICS_HOST: '0.0.0.0',
        METRICS_PORT: String(metrics_port),
        DATA_DIR: join(folder, 'data'),
        SKEW_FILE: skew_file,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    started.once('exit', () => {
      if (!isClosing) restart = setTimeout(() => void start().catch((error: Error) => onTrouble(error.message)), restartAfter_ms)
    })
    return awaitReady(name, started, (text) => {
      log.write(`${text}\n`)
      if (/"level":(40|50|60)/.test(text) || !text.startsWith('{')) onTrouble(`${name}: ${text}`)
    })
  }
  await start()
  return {
    name,
    roles,
    url: `http://${cabinet.address}:${port}`,
    metrics_url: `http://${cabinet.address}:${metrics_port}`,
    cabinet,
    folder,
    async kill() {
      const ended = child && once(child, 'exit')
      child?.kill('SIGKILL')
      await ended
    },
    hang: () => void child?.kill('SIGSTOP'),
    wake: () => void child?.kill('SIGCONT'),
    setClock(skew_ms) {
      writeFileSync(skew_file, String(skew_ms))
      child?.kill('SIGUSR2')
    },
    async close() {
      isClosing = true
      clearTimeout(restart)
      if (child && child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        const late = setTimeout(() => child?.kill('SIGKILL'), 15_000)
        await ended
        clearTimeout(late)
      }
      cabinet.close()
      log.end()
    },
  }
}
