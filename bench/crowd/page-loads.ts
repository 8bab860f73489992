import { Agent, type OutgoingHttpHeaders, request } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { addressOf, type LoaderOrder, type LoaderReport } from './wire.ts'

// Loads the board page in a separate process: a process that also reads ten thousand feeds would be late, and its delay would
// look like the server's.

let clients = Number(process.argv[2] ?? 0)
let calls_ms: Record<string, number[]> = {}
let files_ms: number[] = []
const failed: Record<string, number> = {}
const countFailure = (why: string) => void (failed[why] = (failed[why] ?? 0) + 1)
const resolution_ms = 5
/** Timeout of a call. */
const patience_ms = 20_000
const late = monitorEventLoopDelay({ resolution: resolution_ms })

type Load = Extract<LoaderOrder, { kind: 'load' }>

/** @returns the body as text, if it is not compressed */
function fetchOne(agent: Agent, port: number, path: string, into: number[], headers: OutgoingHttpHeaders): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const began = performance.now()
  const call = request({ agent, port, host: '127.0.0.1', path, headers }, (answer) => {
    let text = ''
    if (headers['accept-encoding'] === 'identity') answer.on('data', (piece: Buffer) => (text += piece.toString()))
    else answer.resume()
    answer.once('end', () => {
      into.push(performance.now() - began)
      if (answer.statusCode !== 200) countFailure(`${answer.statusCode} ${path}`)
      resolve(text)
    })
    answer.once('error', reject)
  })
  call.once('error', reject)
  call.setTimeout(patience_ms, () => call.destroy(new Error('no answer')))
  call.end()
  return promise
}

/**
 * Loads the page like a browser with an empty cache: the page, then its files and first calls in parallel, on six connections.
 */
async function loadPage(port: number, { calls, files }: Load, token: string | undefined): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 6, localAddress: addressOf(clients++) })
  const compressed = { 'accept-encoding': 'br' }
  const ofCall = token === undefined ? compressed : { ...compressed, authorization: `Bearer ${token}` }
  try {
    // Loads that started before the measurement do not count.
    const [ofCalls, ofFiles] = [calls_ms, files_ms]
    const page = await fetchOne(agent, port, '/', ofFiles, { 'accept-encoding': 'identity' })
    const linked = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].flatMap(([, path]) => path ?? [])
    await Promise.all([
      ...calls.map((path) => fetchOne(agent, port, path, (ofCalls[path] ??= []), ofCall)),
      ...[...linked, ...files].map((path) => fetchOne(agent, port, path, ofFiles, compressed)),
    ])
  } catch (error) {
    countFailure((error as Error).message)
  } finally {
    agent.destroy()
  }
}

let loading: NodeJS.Timeout | undefined
const underWay = new Set<Promise<void>>()

function start(order: Load): void {
  const { ports, per_minute, tokens } = order
  late.enable()
  const began = performance.now()
  let count = 0
  // Based on elapsed time instead of timer ticks, so that late ticks are made up for.
  loading = setInterval(() => {
    const due = ((performance.now() - began) / 60_000) * per_minute
    while (count < due) {
      const token = count % 3 === 0 ? tokens[(count / 3) % tokens.length] : undefined
      const load = loadPage(ports[count++ % ports.length] ?? 0, order, token).finally(() => underWay.delete(load))
      underWay.add(load)
    }
  }, 5)
}

function measure(): void {
  ;[calls_ms, files_ms] = [{}, []]
  late.reset()
}

/** Waits for running loads, because dropping the slowest ones would distort the result. */
async function stop(): Promise<void> {
  clearInterval(loading)
  await Promise.all(underWay)
  const late_ms = Math.max(0, late.percentile(99) / 1e6 - resolution_ms)
  process.stdout.write(`${JSON.stringify({ kind: 'loaded', calls_ms, files_ms, failed, late_ms } satisfies LoaderReport)}\n`)
}

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const order = JSON.parse(line) as LoaderOrder
    if (order.kind === 'load') start(order)
    else if (order.kind === 'measure') measure()
    else void stop()
  })
  .once('close', () => process.exit(0))
