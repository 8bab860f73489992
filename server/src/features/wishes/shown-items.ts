import { promisify } from 'node:util'
import { inflate as inflateCallback } from 'node:zlib'
import type { EventId, UserId } from '@muster/contract/ids'
import { largestXml_bytes } from '@muster/domain/build-codes/build-code'
import { readBuild } from '@muster/domain/build-codes/read-build'
import { listBuildKeys } from '@muster/domain/wishes/build-items'
import type { Db } from '../../db/connect.ts'
import { findNewestBuild } from './store.ts'

const inflate = promisify(inflateCallback)
const nothing: ReadonlySet<string> = new Set()

/**
 * The keys of items that a player's character shows now, by its newest build. A new wish is compared with it, because the next
 * reading of an unchanged character is not read any further.
 */
export async function listShownNow(db: Db, event_id: EventId, user_id: UserId): Promise<ReadonlySet<string>> {
  const packed = await findNewestBuild(db, event_id, user_id)
  if (packed === null) return nothing
  const read = readBuild((await inflate(packed, { maxOutputLength: largestXml_bytes })).toString())
  return read.ok ? listBuildKeys(read.build) : nothing
}
