import { expect, test } from 'vitest'
import { createLogReader, type LogFile } from './log-reader.ts'

const line = (level: number) => `2026/01/17 12:40:00 ${level} 3ef2336d [INFO Client 1] : Ada (Witch) is now level ${level}\r\n`
const chat = '2026/01/17 12:40:00 1 3ef2336d [INFO Client 1] #Bob: hello, how are you\r\n'
const decoder = new TextDecoder()
const filter = { demands: [{ kind: 'level', conditions: [] }], from: '', to: '9' } as const

/** A file that a browser refuses to read from this byte on, because the game has written to it. */
function aFile(text: string, refusedFrom = Number.POSITIVE_INFINITY): LogFile {
  const file = new Blob([text])
  const slice = (from: number, to: number) =>
    from >= refusedFrom ? { arrayBuffer: () => Promise.reject(new Error('changed')) } : file.slice(from, to)
  return { size: file.size, slice }
}

test('lines before a failed read are part of the next reading, each once', async () => {
  const log = line(2) + chat.repeat(5000) + line(3)
  const read = createLogReader((bytes) => decoder.decode(bytes))
  await expect(read(aFile(log, 1), filter)).rejects.toThrow('changed')
  const { lines, other_lines } = await read(aFile(log + line(4)), filter)
  expect([lines.map(({ number }) => number), other_lines]).toEqual([[2, 3, 4], 5000])
  expect(await read(aFile(log + line(4)), filter)).toEqual({ lines: [], other_lines: 0 })
})
