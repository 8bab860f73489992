import type { GameItem } from '@muster/contract/game-api'
import { parseWholeNumber, readList, readRecord, readText } from './normalise.ts'

/** Socket colours joined in order (R G B W, A abyss, DV delve); sockets without a colour are skipped, links are not shown. */
export function readSocketColours(item: GameItem): string {
  return readList(item.sockets)
    .map((socket) => readText(readRecord(socket).sColour))
    .join('')
}

/** The largest number of sockets in one group; 0 without sockets. A socket without a group is not linked to others. */
export function countLinks(item: GameItem): number {
  const sockets = readList(item.sockets)
  let most = 0
  // Items have six sockets at most, so counting again is cheaper than storing counts. Each group is counted from its first
  // socket.
  for (let at = 0; sockets.length - at > most; at++) {
    const socket = sockets[at]
    if (typeof socket !== 'object' || socket === null) continue
    const group = readGroup(socket)
    let linked = 1
    if (group !== null)
      for (let other = at + 1; other < sockets.length; other++) if (readGroup(sockets[other]) === group) linked += 1
    if (linked > most) most = linked
  }
  return most
}

function readGroup(socket: unknown): number | null {
  return typeof socket === 'object' && socket !== null ? parseWholeNumber((socket as { group?: unknown }).group) : null
}
