/** A series of samples, as in Prometheus. */
export interface Series {
  readonly labels: Readonly<Record<string, string>>
  /** Oldest first. */
  readonly samples: { readonly at_ms: number; readonly value: number }[]
  /** When the series ended; null while it exists. */
  gone_ms: number | null
}

export interface Samples {
  /** Adds a target's answer in the text format of Prometheus; null if it did not respond. */
  add(target: Readonly<Record<'job' | 'instance', string>>, at_ms: number, text: string | null): void
  /** Series with this name and matching labels. */
  select(name: string, matches: (labels: Series['labels']) => boolean): Series[]
}

const sampleLine = /^(?<name>[a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(?<labels>.*)\})? (?<value>\S+)$/
const labelPair = /(?<name>[a-zA-Z_][a-zA-Z0-9_]*)="(?<value>(?:[^"\\]|\\.)*)"/g
const numbers: Readonly<Record<string, number>> = { '+Inf': Infinity, '-Inf': -Infinity, NaN }

function readLine(line: string): { name: string; labels: Record<string, string>; value: number } {
  const found = sampleLine.exec(line)?.groups
  if (!found) throw new Error(`Invalid sample: ${line}`)
  const labels = Object.fromEntries(
    [...(found['labels'] ?? '').matchAll(labelPair)].map(({ groups = {} }) => [groups['name'], groups['value']]),
  ) as Record<string, string>
  const text = found['value'] ?? ''
  return { name: found['name'] ?? '', labels, value: numbers[text] ?? Number(text) }
}

/**
 * Stores the answers of targets. As in Prometheus, a series missing from an answer ends immediately, and `up` shows which targets
 * respond.
 */
export function keepSamples(): Samples {
  const byName = new Map<string, Map<string, Series>>()

  function append(name: string, labels: Series['labels'], at_ms: number, value: number): void {
    const key = JSON.stringify(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)))
    const named = byName.get(name) ?? new Map<string, Series>()
    byName.set(name, named)
    const series = named.get(key) ?? { labels, samples: [], gone_ms: null }
    named.set(key, series)
    series.samples.push({ at_ms, value })
    series.gone_ms = null
  }

  return {
    add(target, at_ms, text) {
      for (const line of text?.split('\n') ?? []) {
        if (line === '' || line.startsWith('#')) continue
        const { name, labels, value } = readLine(line)
        append(name, { ...labels, ...target }, at_ms, value)
      }
      append('up', target, at_ms, text === null ? 0 : 1)
      for (const named of byName.values()) {
        for (const series of named.values()) {
          const isOfTarget = series.labels['instance'] === target.instance && series.labels['job'] === target.job
          if (isOfTarget && series.samples.at(-1)?.at_ms !== at_ms) series.gone_ms ??= at_ms
        }
      }
    },
    select: (name, matches) => [...(byName.get(name)?.values() ?? [])].filter(({ labels }) => matches(labels)),
  }
}
