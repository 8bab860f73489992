import type { Socket } from 'node:net'
import type { Connection } from '../db/connect.ts'

/** Records the packets that the only connection of a pool sends to the database from now on, one entry per packet. */
export async function listenToPackets({ pool }: Connection): Promise<{ take(): string[] }> {
  const packets: string[] = []
  const client = await pool.connect()
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  const write = stream._writev?.bind(stream)
  const writeOne = stream._write.bind(stream)
  stream._writev = (chunks, done) => {
    packets.push(Buffer.concat(chunks.map(({ chunk }) => chunk as Buffer)).toString('latin1'))
    write?.(chunks, done)
  }
  stream._write = (chunk: Buffer, encoding, done) => {
    packets.push(chunk.toString('latin1'))
    writeOne(chunk, encoding, done)
  }
  client.release()
  return { take: () => packets.splice(0) }
}
