import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { EventId, NoticeRouteId } from '@muster/contract/ids'
import { noticeKinds } from '@muster/contract/notices'
import { findNewest, insertRoute, sealedPlace, updateRoute } from '../features/notices/store.ts'
import type { NewRow } from '../db/schema.ts'
import { testNow } from './builders.ts'
import type { TestServer } from './server.ts'

/** A key in the form that routes have: 32 bytes. */
export const testKey = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

/** A route that posts at once, unless told otherwise. @param address the text to seal: `id/token` for Discord */
export function aNoticeRoute(
  { db, ctx }: TestServer,
  event_id: EventId,
  address: string,
  more: Partial<NewRow<'notice_routes'>> = {},
): Promise<NoticeRouteId> {
  return db.transact(async (tx) => {
    const id = await insertRoute(tx, {
      event_id,
      name: 'Test',
      readers: 'public',
      target: 'https',
      address: Buffer.alloc(0),
      address_hint: 'test',
      kinds: [...noticeKinds],
      minimum_points: 1,
      digest_minutes: 0,
      most_per_hour: 60,
      time_zone: 'UTC',
      edits_standings: false,
      templates: '{}',
      written_at: new Date(testNow),
      position: await findNewest(tx, event_id),
      ...more,
    })
    const address_sealed = ctx.vault.seal(sealedPlace(id, 'address'), address)
    const signing_key = more.target === 'discord' ? null : ctx.vault.seal(sealedPlace(id, 'key'), testKey)
    await updateRoute(tx, id, { address: address_sealed, signing_key })
    return id
  })
}

export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A receiver of webhooks on this machine. By default it accepts everything. */
export async function startReceiver(): Promise<{
  readonly origin: string
  readonly received: Received[]
  /** Answers all requests from now on; a request answered with success counts as received. */
  answer: RequestListener
  close(): Promise<void>
}> {
  const receiver = {
    origin: '',
    received: [] as Received[],
    answer: ((_request, reply) => void reply.writeHead(204).end()) as RequestListener,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  const server = createServer((request, reply) => {
    let body = ''
    request.setEncoding('utf8').on('data', (piece: string) => (body += piece))
    request.on('end', () => {
      reply.on('finish', () => {
        if (reply.statusCode < 300) receiver.received.push({ path: request.url ?? '', headers: request.headers, body })
      })
      receiver.answer(request, reply)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return receiver
}
