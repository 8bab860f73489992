/** Does the same piece of work on each request and replies with its duration; started by `floor.ts`. */
import type { GameItem } from '@muster/contract/game-api'
import { makeItem } from '../../bench/item-generator.ts'
import { createLookUps } from '../../bench/match-floor.ts'
import { createRandom } from '../../bench/random.ts'
import type { FloorReport } from './floor.ts'

const itemsPerPage = 1000
/** Several pages, because a page that was just parsed would still be in the cache. */
const pages = 8
/** Enough for the engine to finish its compilation. */
const warmRounds = 6

const random = createRandom(20_261_126)
const texts = Array.from({ length: pages }, () => JSON.stringify(Array.from({ length: itemsPerPage }, () => makeItem(random))))
const lookUp = createLookUps(texts.flatMap((text) => JSON.parse(text) as GameItem[]))

function readAll(): FloorReport {
  const before = process.cpuUsage()
  const answer = texts.reduce((sum, text) => sum + lookUp(JSON.parse(text) as GameItem[]), 0)
  const { user, system } = process.cpuUsage(before)
  return { page_ms: (user + system) / 1000 / pages, answer }
}

for (let round = 0; round < warmRounds; round++) readAll()
process.on('message', () => process.send?.(readAll()))
// Ends with the parent process, however that ended.
process.once('disconnect', () => process.exit())
