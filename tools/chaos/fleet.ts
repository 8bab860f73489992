import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { findFreePort } from '@muster/server/testing/free-port'
import { root } from '../places.ts'
import { type Line, openLine } from './line.ts'

/** One process of the server, with a network of its own to the database. */
export interface Member {
  readonly roles: string
  readonly url: string
  readonly line: Line
  pid(): number
  /** kill -9; whoever supervises it starts it again two seconds later, as a service manager does. */
  kill(): Promise<void>
  close(): Promise<void>
}

const restartAfter_ms = 2000

/** Starts a process and keeps it running. @param onTrouble is told each line of its log that is an error. */
export async function startMember(
  roles: string,
  env: Readonly<Record<string, string>>,
  socket_path: string,
  onTrouble: (line: string) => void,
): Promise<Member> {
  const [line, port] = [await openLine(socket_path), await findFreePort()]
  let child: ChildProcess | null = null
  let isClosing = false
  let restart: NodeJS.Timeout | undefined
  process.once('exit', () => child?.kill('SIGKILL'))

  function start(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const started = spawn(process.execPath, ['server/src/main.ts'], {
      cwd: root,
      env: {
        ...process.env,
        ...env,
        ROLES: roles,
        PORT: String(port),
        DATABASE_URL: `postgres://app@127.0.0.1:${line.port}/postgres`,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    for (const stream of [started.stdout, started.stderr]) {
      createInterface({ input: stream }).on('line', (text) => {
        if (text.includes('"msg":"ready"')) resolve()
        if (/"level":(40|50|60)/.test(text) || !text.startsWith('{')) onTrouble(text)
      })
    }
    started.once('exit', () => {
      reject(new Error(`${roles} ended before it was ready`))
      if (!isClosing) restart = setTimeout(() => void start().catch((error: Error) => onTrouble(error.message)), restartAfter_ms)
    })
    return promise
  }
  await start()
  return {
    roles,
    url: `http://127.0.0.1:${port}`,
    line,
    pid: () => child?.pid ?? 0,
    async kill() {
      const ended = child && once(child, 'exit')
      child?.kill('SIGKILL')
      await ended
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
      await line.close()
    },
  }
}
