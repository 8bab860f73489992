/** Milliseconds per page: elapsed time, and processor time including garbage collection threads. */
export interface PageTimes {
  readonly elapsed_ms: number
  readonly processor_ms: number
}

/** Processor time of this process, optionally since an earlier value. */
export function countProcessor_ms(before?: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Cost of parsing: the median of the elapsed time, and the mean of the processor time. */
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
