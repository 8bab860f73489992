import { connect, createServer, type Socket } from 'node:net'

/** The network between one process and the database. */
export interface Line {
  readonly port: number
  /** From now on nothing arrives on either side, and nobody is told: a cable that was pulled. */
  cut(): void
  /** It carries again; what was open before is lost. */
  mend(): void
  close(): Promise<void>
}

/** @param socket_path of the database. */
export async function openLine(socket_path: string): Promise<Line> {
  const pairs = new Set<readonly [Socket, Socket]>()
  let isCut = false
  const server = createServer((near) => {
    const far = connect(socket_path)
    const pair = [near, far] as const
    pairs.add(pair)
    const end = () => {
      // Whoever is cut off does not hear that the other side has gone.
      if (isCut) return
      near.destroy()
      far.destroy()
      pairs.delete(pair)
    }
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on('error', end)
      from.on('close', end)
      from.on('data', (piece: Buffer) => to.write(piece))
      if (isCut) from.pause()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a TCP server has an address')
  return {
    port: address.port,
    cut() {
      isCut = true
      for (const [near, far] of pairs) {
        near.pause()
        far.pause()
      }
    },
    mend() {
      isCut = false
      for (const [near, far] of pairs) {
        near.destroy()
        far.destroy()
      }
      pairs.clear()
    },
    async close() {
      for (const [near, far] of pairs) {
        near.destroy()
        far.destroy()
      }
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
