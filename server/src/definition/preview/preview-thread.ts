import { parentPort, workerData } from 'node:worker_threads'
import { connectDatabase } from '../../db/connect.ts'
import { type Change, computeEffect } from './compute.ts'

// The program of a thread of `preview.ts`: one computation, with its own connection.

const { database_url, change } = workerData as { database_url: string; change: Change }
const { db, close } = connectDatabase(database_url, { max_connections: 1 })
try {
  parentPort?.postMessage(await computeEffect(db, change))
} finally {
  await close()
}
