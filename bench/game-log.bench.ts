/** The log of a player's game, 100 MB of it, read as the page reads it: from a file, in pieces. */
import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogReader } from '@muster/domain/game-log/log-reader'
import { createRandom, type Random } from './random.ts'
import type { BenchResult } from './result.ts'

const size_mb = 100
const kinds = ['level', 'death', 'area', 'passive', 'boss'] as const

const pad = (part: number) => String(part).padStart(2, '0')

/** The proportions of a real log: areas and chat are most of it. */
function makeText(random: Random): string {
  return random.pick([
    '#Trader: WTS 5 divine, best price in the league, whisper me for a link to everything',
    '$Buyer: WTB Mageblood 200 divine',
    '@From Someone: Hi, I would like to buy your Gale Loop Ruby Ring listed for 5 chaos in Standard',
    `Generating level ${1 + random.below(83)} area "MapWorlds${random.below(90)}" with seed ${random.below(1_000_000)}`,
    ': You have entered The Coast.',
    '[SHADER] Delay: OFF',
    'Connecting to instance server at 203.0.113.7:6112',
    ': Trade accepted.',
    'The Shaper: I see you, little mouse... you don’t belong here. Run along!',
    `: Ada (Witch) is now level ${1 + random.below(99)}`,
  ])
}

function makeLog(random: Random): string {
  const lines: string[] = []
  for (let at = 0, length = 0; length < 1 << 20; at++) {
    const time = `2026/11/${pad(1 + random.below(28))} ${pad(random.below(24))}:${pad(random.below(60))}:${pad(random.below(60))}`
    const line = `${time} ${1_000_000 + at} 3ef2336d [INFO Client 35484] ${makeText(random)}\r\n`
    lines.push(line)
    length += line.length
  }
  return lines.join('')
}

export async function run(): Promise<BenchResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-bench-'))
  try {
    const path = join(folder, 'Client.txt')
    const megabyte = makeLog(createRandom(1))
    for (let at = 0; at < size_mb; at++) writeFileSync(path, megabyte, { flag: 'a' })
    const decoder = new TextDecoder()
    const read = createLogReader((bytes) => decoder.decode(bytes))
    const file = await openAsBlob(path)
    const highest = [0, 0]
    const measure = (share: number) => {
      const half = share <= 0.5 ? 0 : 1
      highest[half] = Math.max(highest[half] ?? 0, process.memoryUsage().rss / 2 ** 20)
    }
    // The span of an event.
    const demands = kinds.map((kind) => ({ kind, conditions: [] }))
    const filter = { demands, from: '2026/11/10 00:00:00', to: '2026/11/10 03:00:00' }
    const started = performance.now()
    const { lines, other_lines } = await read(file, filter, measure)
    const seconds = (performance.now() - started) / 1000
    const note = `${(lines.length + other_lines).toLocaleString('en')} lines, ${lines.length.toLocaleString('en')} wanted`
    const [first = 0, second = 0] = highest
    return [
      { name: `a log of ${size_mb} MB`, value: seconds, unit: 's', at_most: 5, note },
      {
        name: 'highest memory of the process, second half against the first',
        value: second / first,
        unit: '×',
        note: 'goal: flat',
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
