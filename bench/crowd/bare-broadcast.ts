import { createServer } from 'node:http'
import { createInterface } from 'node:readline'
import { WebSocketServer } from '@muster/server/testing/sockets'

// A server that does nothing but send: a line of input goes to every socket, and the moment before is the answer.

const http = createServer()
const server = new WebSocketServer({ server: http, perMessageDeflate: false })
http.listen(Number(process.argv[2]), '127.0.0.1', () => process.stdout.write('"msg":"ready"\n'))

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const frame = Buffer.from(line)
    process.stdout.write(`${Date.now()}\n`)
    for (const socket of server.clients) socket.send(frame, { binary: false })
  })
  .once('close', () => process.exit(0))
