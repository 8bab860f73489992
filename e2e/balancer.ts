import { Agent, createServer, type IncomingMessage, request as send, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

const checkEvery_ms = 100

interface Backend {
  readonly port: number
  isWell: boolean
  /** Open calls and feeds. */
  load: number
}

/** A strict reverse proxy: it reuses connections and never retries a call. */
export interface Balancer {
  readonly url: string
  /** Calls that found no process, or that a process dropped. */
  readonly lost: readonly string[]
  isWell(port: number): boolean
  close(): Promise<void>
}

/** Sends each call to the healthy process with the least load, according to `/api/serving` ten times a second. */
export async function openBalancer(ports: readonly number[]): Promise<Balancer> {
  const backends: Backend[] = ports.map((port) => ({ port, isWell: false, load: 0 }))
  const agent = new Agent({ keepAlive: true })
  const lost: string[] = []
  const sockets = new Set<Socket>()
  const choose = () => backends.filter(({ isWell }) => isWell).toSorted((a, b) => a.load - b.load)[0]

  async function check(backend: Backend): Promise<void> {
    const said = await fetch(`http://127.0.0.1:${backend.port}/api/serving`).catch(() => null)
    backend.isWell = said?.status === 200
  }
  await Promise.all(backends.map(check))
  const checks = setInterval(() => void Promise.all(backends.map(check)), checkEvery_ms)

  const server: Server = createServer((asked, answer) => {
    const backend = choose()
    const lose = (why: string) => {
      lost.push(`${asked.method} ${asked.url}: ${why}`)
      answer.writeHead(502).end()
    }
    if (!backend) return lose('no process is healthy')
    backend.load++
    answer.once('close', () => backend.load--)
    const { method, url: path, headers } = asked
    const onward = send({ port: backend.port, host: '127.0.0.1', agent, method, path, headers }, (given) => {
      const { connection: _, ...kept } = given.headers
      answer.writeHead(given.statusCode ?? 502, kept)
      given.pipe(answer)
    })
    onward.once('error', (error) => lose(error.message))
    asked.pipe(onward)
  })
  server.on('upgrade', (asked: IncomingMessage, near: Socket, head: Buffer) => {
    const backend = choose()
    if (!backend) return void near.destroy(new Error('no process is healthy'))
    backend.load++
    const far = connect(backend.port, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => sockets.delete(socket))
    }
    far.once('close', () => {
      backend.load--
      near.end()
    })
    near.once('close', () => far.end())
    const lines = asked.rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${asked.rawHeaders[at + 1]}`] : []))
    far.write([`${asked.method} ${asked.url} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
    far.write(head)
    near.pipe(far)
    far.pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lost,
    isWell: (port) => backends.some((backend) => backend.port === port && backend.isWell),
    async close() {
      clearInterval(checks)
      for (const socket of sockets) socket.destroy()
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
