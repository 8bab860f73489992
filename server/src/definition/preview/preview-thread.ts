import { parentPort, workerData } from 'node:worker_threads'
import { connectDatabase } from '../../db/connect.ts'
import { type Change, computeEffect } from './compute.ts'

// What a thread of `preview.ts` runs: one computation, on a connection of its own.

const { database_url, change } = workerData as { database_url: string; change: Change }
const { db, close } = connectDatabase(database_url, { max_connections: 1 })
try {
  parentPort?.postMessage(await computeEffect(db, change))
} finally {
  await close()
}
