import { createServer } from 'node:http'
import { createInterface } from 'node:readline'
import { WebSocketServer } from '@muster/server/testing/sockets'

// A minimal server: sends each line of input to every socket, and prints the time before it started.

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
