import type { AddressInfo } from 'node:net'
import { createApp } from '@muster/server/http/app'
import { openBench } from '../bench-context.ts'

// The measured server, in a separate process: `node bench/requests/server.ts DATABASE_URL`. Its rate limits are out of reach,
// because a single client sends all requests.

const unlimited = 1e9
// Logs at the most detailed level.
const { ctx } = await openBench({ log: 'debug', database_url: process.argv[2] ?? '' })
const app = await createApp(ctx, {
  rate_limits: {
    reads: unlimited,
    writes: unlimited,
    logins: unlimited,
    bot_logins: unlimited,
    pages: unlimited,
    reads_of_user: unlimited,
    writes_of_user: unlimited,
    logins_of_user: unlimited,
    dear_calls_of_user: unlimited,
  },
})
await app.listen({ host: '127.0.0.1', port: 0 })
// Ends this process together with the bench.
process.once('disconnect', () => process.exit(0))
process.send?.((app.server.address() as AddressInfo).port)
