import type { Page } from './journey.ts'

// The log of the game (Client.txt), for pages with the time zone UTC.

let uptime_ms = 1_607_543_015

/** A line as the game writes it. */
export function writeLine(at_ms: number, text: string, level = 'INFO'): string {
  const time = new Date(at_ms).toISOString().slice(0, 19).replaceAll('-', '/').replace('T', ' ')
  return `${time} ${++uptime_ms} 3ef2336d [${level} Client 35484] ${text}\r\n`
}

/** Drops a log on the page as a person does: the page gets an entry that can be read again. */
export async function dropLog(page: Page, path: string): Promise<void> {
  const box = await page.getByText('Drop Client.txt here').boundingBox()
  const at = { x: (box?.x ?? 0) + 5, y: (box?.y ?? 0) + 5 }
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [path], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...at, data })
  await session.detach()
}
