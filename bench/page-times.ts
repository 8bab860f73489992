/** Of a page, milliseconds: that pass, and of the processor, the collector's threads included. */
export interface PageTimes {
  readonly elapsed_ms: number
  readonly processor_ms: number
}

/** Processor time of this process since an earlier count. */
export function countProcessor_ms(before?: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** What parsing costs: the median of the time that passes, and the mean of the processor's. */
export function measureParsing(texts: readonly string[]): PageTimes {
  const times: number[] = []
  const before = process.cpuUsage()
  for (let round = 0; round < 10; round++) {
    for (const text of texts) {
      const began = performance.now()
      JSON.parse(text)
      times.push(performance.now() - began)
    }
  }
  const processor_ms = countProcessor_ms(before) / times.length
  return { elapsed_ms: times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN, processor_ms }
}
