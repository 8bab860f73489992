import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { frameText } from './frame.ts'

/** Like a browser: the encoding depends on the length. */
test('a client reads complete messages of every length in order', async () => {
  const texts = ['', 'ü', 'x'.repeat(125), 'x'.repeat(126), 'ü'.repeat(32_767), 'x'.repeat(65_536), 'x'.repeat(1_000_000), 'end']
  const tcp = createServer()
  tcp.listen(0, '127.0.0.1')
  await once(tcp, 'listening')
  const upgrades = new WebSocketServer({ noServer: true })
  const { port } = tcp.address() as AddressInfo
  const client = new WebSocket(`ws://127.0.0.1:${port}`)
  const [line] = await once(tcp, 'connection')
  const [head] = await once(line, 'data')
  const key = /sec-websocket-key: (\S+)/i.exec(String(head))?.[1] ?? ''
  const headers = { 'sec-websocket-key': key, 'sec-websocket-version': '13', upgrade: 'websocket' }
  upgrades.handleUpgrade({ method: 'GET', headers } as never, line, Buffer.alloc(0), () => {
    for (const text of texts) line.write(frameText(text))
  })
  const read: string[] = []
  await new Promise<void>((resolve) => {
    client.addEventListener('message', ({ data }) => {
      read.push(data as string)
      if (data === 'end') resolve()
    })
  })
  expect(read).toEqual(texts)
  client.close()
  line.destroy()
  tcp.close()
})
