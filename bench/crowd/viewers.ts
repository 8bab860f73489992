import { createHash, randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { addressOf, type Feed, type ViewersOrder, type ViewersReport } from './wire.ts'

// Many viewers in one process: sockets that count received messages. Frames are parsed by hand from one shared buffer, so that
// ten thousand sockets cost this process less than the server.

const say = (report: ViewersReport) => process.stdout.write(`${JSON.stringify(report)}\n`)
/** Each process uses different client addresses. */
const firstClient = Number(process.argv[2] ?? 0)
let clients = firstClient

const pong = Buffer.from([0x8a, 0x80, 0, 0, 0, 0])
const opcodes = { text: 1, close: 8, ping: 9 }

interface Frame {
  readonly opcode: number
  /** Null unless the payload is kept. */
  readonly payload: Buffer | null
}

/** Splits received data into frames. Payloads are kept only if `keeps` is set, and for close frames, which contain the reason. */
function createReader(keeps: boolean, onFrame: (frame: Frame) => void): (piece: Buffer) => void {
  let head: Buffer = Buffer.alloc(0)
  let opcode = 0
  let left = -1
  let kept: Buffer[] = []
  function end() {
    left = -1
    onFrame({ opcode, payload: kept.length > 0 ? Buffer.concat(kept) : null })
    kept = []
  }
  return (piece) => {
    let rest = piece
    while (rest.length > 0) {
      if (left < 0) {
        const bytes: Buffer = head.length > 0 ? Buffer.concat([head, rest]) : rest
        const length = bytes.length < 2 ? 0 : (bytes[1] ?? 0) & 0x7f
        const size = length === 127 ? 10 : length === 126 ? 4 : 2
        if (bytes.length < size) {
          head = Buffer.from(bytes)
          return
        }
        head = Buffer.alloc(0)
        opcode = (bytes[0] ?? 0) & 0x0f
        left = length === 127 ? Number(bytes.readBigUInt64BE(2)) : length === 126 ? bytes.readUInt16BE(2) : length
        rest = bytes.subarray(size)
        if (left === 0) end()
        continue
      }
      const taken = rest.subarray(0, left)
      // Copied, because the buffer is reused.
      if (keeps || opcode === opcodes.close) kept.push(Buffer.from(taken))
      left -= taken.length
      rest = rest.subarray(taken.length)
      if (left === 0) end()
    }
  }
}

const shared = Buffer.alloc(256 * 1024)
const sockets: Socket[] = []
/** Number of sockets that have received the first message, the second and so on. */
const told: { sockets: number; readonly first_ms: number }[] = []
let readers = 0
let last = ''

function countMessage(messages: number): void {
  const message = (told[messages] ??= { sockets: 0, first_ms: Date.now() })
  if (++message.sockets === readers) say({ kind: 'told', messages, first_ms: message.first_ms, at_ms: Date.now(), text: last })
}

const accept = (key: string) => createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')

/** Resolves when the server has accepted the connection. */
function open({ port, path }: Feed): Promise<void> {
  const client = clients++
  const keeps = readers === 0
  const key = randomBytes(16).toString('base64')
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let messages = 0
  let isOpen = false
  let answer = ''
  const read = createReader(keeps, ({ opcode, payload }) => {
    if (opcode === opcodes.ping) socket.write(pong)
    if (opcode === opcodes.close) say({ kind: 'lost', why: payload?.toString('latin1') ?? '' })
    if (opcode !== opcodes.text) return
    if (payload) last = payload.toString()
    countMessage(++messages)
  })
  const socket = connect({
    port,
    host: '127.0.0.1',
    localAddress: addressOf(client),
    onread: {
      buffer: shared,
      callback(length) {
        const piece = shared.subarray(0, length)
        if (isOpen) {
          read(piece)
          return true
        }
        answer += piece.toString('latin1')
        const end = answer.indexOf('\r\n\r\n')
        if (end < 0) return true
        if (!answer.startsWith('HTTP/1.1 101') || !answer.includes(accept(key))) reject(new Error(answer))
        isOpen = true
        resolve()
        read(Buffer.from(answer.slice(end + 4), 'latin1'))
        return true
      },
    },
  })
  readers++
  sockets.push(socket)
  socket.once('error', reject)
  socket.once('close', () => {
    reject(new Error('the server closed the connection'))
    if (!isStopping) say({ kind: 'lost', why: 'connection lost' })
  })
  const lines = [
    `GET ${path} HTTP/1.1`,
    'Host: localhost',
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Version: 13',
  ]
  socket.write(`${[...lines, `Sec-WebSocket-Key: ${key}`].join('\r\n')}\r\n\r\n`)
  return promise
}

/** Maximum number of concurrent connection attempts. */
const together = 50

async function openAll(feeds: readonly Feed[]): Promise<void> {
  const waiting = feeds.flatMap((feed) => Array<Feed>(feed.sockets).fill(feed))
  await Promise.all(
    Array.from({ length: together }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await open(next)
    }),
  )
  say({ kind: 'connected' })
}

let isStopping = false

function stop(): void {
  isStopping = true
  for (const socket of sockets) socket.destroy()
  say({ kind: 'stopped' })
}

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const order = JSON.parse(line) as ViewersOrder
    if (order.kind === 'connect') void openAll(order.feeds)
    else stop()
  })
  .once('close', () => process.exit(0))
