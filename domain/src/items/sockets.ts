import type { GameItem } from '@muster/contract/game-api'
import { readList, readRecord, readText } from './normalise.ts'

/** Socket colours joined in order (R G B W, A abyss, DV delve); sockets without a colour are skipped, links do not show. */
export function readSocketColours(item: GameItem): string {
  return readList(item.sockets)
    .map((socket) => readText(readRecord(socket).sColour))
    .join('')
}

/** The largest number of sockets in one group; 0 without sockets. Sockets that name no group are not linked to anything. */
export function countLinks(item: GameItem): number {
  const sizes = new Map<unknown, number>()
  let unlinked = 0
  for (const socket of readList(item.sockets)) {
    const { group } = readRecord(socket)
    if (typeof group === 'number' || typeof group === 'string') sizes.set(Number(group), (sizes.get(Number(group)) ?? 0) + 1)
    else unlinked = 1
  }
  return Math.max(unlinked, ...sizes.values())
}
