/** Metrics of a server: event loop delay, and calls by duration. */
export interface ServerSide {
  /** Event loop delay since the previous read, 99th percentile. */
  readonly loop_late_ms: number
  /** Number of API answers so far by upper bound of their duration (seconds; Infinity = all). */
  readonly answered: ReadonlyMap<number, number>
}

const sample =
  /^muster_http_request_duration_seconds_bucket\{le="([^"]+)",method="GET",route="\/api\/[^"]*",status="[^"]*"\} (\d+)/gm

export async function readServerSide(metrics_port: number): Promise<ServerSide> {
  const text = await (await fetch(`http://127.0.0.1:${metrics_port}/metrics`)).text()
  const answered = new Map<number, number>()
  for (const [, bound = '', count] of text.matchAll(sample)) {
    const seconds = bound === '+Inf' ? Number.POSITIVE_INFINITY : Number(bound)
    answered.set(seconds, (answered.get(seconds) ?? 0) + Number(count))
  }
  const late = /^nodejs_eventloop_lag_p99_seconds ([\d.e+-]+)/m.exec(text)?.[1]
  return { loop_late_ms: Number(late) * 1000, answered }
}
