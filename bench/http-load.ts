import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

// The client of a bench, in a separate process: sends requests repeatedly on some connections and counts the answers. It reads
// only their length, so that it is never the bottleneck.

/** One line of input; the answer is one line as well. */
export interface LoadOrder {
  readonly port: number
  /** Raw requests, sent in turn and repeated. */
  readonly requests: readonly string[]
  readonly connections: number
  /** Number of answers to wait for. */
  readonly answers: number
  /** Upper bound for the request rate. */
  readonly per_second?: number
  /** Time limit, regardless of the number of answers. */
  readonly at_most_ms?: number
}
export interface LoadCount {
  readonly answers: number
  readonly elapsed_ms: number
  /** Status of the first answer. */
  readonly status: number
  /** Number of answers with another status. */
  readonly others: number
}

const endOfHead = Buffer.from('\r\n\r\n')

/** Calls back once for each answer, however the data is split. */
function countAnswers(socket: Socket, onAnswer: (status: number) => void): void {
  let pending: Buffer = Buffer.alloc(0)
  /** Bytes of the body still to be received. */
  let left = 0
  let status = 0
  socket.on('data', (piece: Buffer) => {
    let rest = pending.length > 0 ? Buffer.concat([pending, piece]) : piece
    pending = Buffer.alloc(0)
    while (rest.length > 0) {
      if (left > 0) {
        const taken = Math.min(left, rest.length)
        left -= taken
        rest = rest.subarray(taken)
        if (left === 0) onAnswer(status)
        continue
      }
      const end = rest.indexOf(endOfHead)
      if (end < 0) {
        pending = rest
        return
      }
      const head = rest.toString('latin1', 0, end)
      status = Number(head.slice(9, 12))
      rest = rest.subarray(end + endOfHead.length)
      left = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
      if (left === 0) onAnswer(status)
    }
  })
}

async function run(order: LoadOrder): Promise<LoadCount> {
  const { port, connections, answers: wanted, per_second = Infinity, at_most_ms = Infinity } = order
  const requests = order.requests.map((request) => Buffer.from(request))
  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect(port, '127.0.0.1').setNoDelay(true)
      await once(socket, 'connect')
      return socket
    }),
  )
  let [sent, answers, first, others] = [0, 0, 0, 0]
  const began = performance.now()
  await new Promise<void>((resolve, reject) => {
    for (const socket of sockets) {
      const send = () => {
        if (sent >= wanted) return
        const early_ms = began + (sent / per_second) * 1000 - performance.now()
        if (early_ms > 0) return void setTimeout(send, early_ms)
        socket.write(requests[sent++ % requests.length] ?? '')
      }
      socket.once('error', reject)
      countAnswers(socket, (status) => {
        first ||= status
        if (status !== first) others++
        answers++
        if (answers === wanted || performance.now() - began > at_most_ms) return resolve()
        send()
      })
      send()
    }
  })
  const elapsed_ms = performance.now() - began
  for (const socket of sockets) socket.destroy()
  return { answers, elapsed_ms, status: first, others }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  void run(JSON.parse(line) as LoadOrder).then((count) => process.stdout.write(`${JSON.stringify(count)}\n`))
})
