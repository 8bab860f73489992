import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash, randomFillSync, randomUUID } from 'node:crypto'
import type { TracingChannel } from 'node:diagnostics_channel'
import type * as OpenTelemetry from '@opentelemetry/api'
import type { Attributes, Link, Span, SpanContext } from '@opentelemetry/api'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import { waitReal } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { type Call, calls, type Mark, marks, type Statement, statements, type Work, works } from './points.ts'

// Spans of the server's work, exported by OpenTelemetry. They contain the kind and the duration of work: names of routes, jobs,
// statements and requests, and numbers of events; never its owner or parameters.

/** Wall clock: timeout of an export, and of the last one before the process ends. */
const patience_ms = 3000

/** How the messages of one kind of work become spans. */
interface Told<M> {
  /** Without a parent it is a span of its own (`own`, `part`) or none (`detail`); `own` always begins a trace. */
  readonly place: 'own' | 'part' | 'detail'
  /** Work started during it gets its parent: one request starts the next one ahead. */
  readonly isLeaf?: boolean
  readonly isServed?: boolean
  name(message: M): string
  attributes(message: M): Attributes
  /** The reason of a failure; undefined: success. */
  problem(message: M): string | undefined
}

const nameError = (error: unknown) => (error instanceof Error ? error.constructor.name : typeof error)

const toldWork: Omit<Told<Work>, 'place'> = {
  name: ({ kind, tags }) => {
    const what = 'job_type' in tags ? tags.job_type : 'endpoint' in tags ? tags.endpoint : null
    return what === null ? kind : `${kind} ${what}`
  },
  attributes: ({ tags }) => Object.fromEntries(Object.entries(tags).map(([tag, value]) => [`muster.${tag}`, value])),
  problem({ tags, error }) {
    if (error !== undefined) return nameError(error)
    return 'outcome' in tags && tags.outcome !== 'ok' ? tags.outcome : undefined
  },
}

const placeOf = ({ kind }: Work): Pick<Told<Work>, 'place' | 'isLeaf'> => {
  if (kind === 'game_request') return { place: 'part', isLeaf: true }
  // The work that happened to start the loops of other events is not their parent.
  return { place: kind === 'stream_pages' ? 'part' : 'own' }
}

const toldCall: Told<Call> = {
  place: 'own',
  isServed: true,
  // A made-up address is not a name.
  name: ({ method, route }) => (route === undefined ? 'unknown address' : `${method} ${route}`),
  attributes: ({ method, route, status }) => ({
    ...(route !== undefined && { 'http.request.method': method, 'http.route': route }),
    ...(status !== undefined && { 'http.response.status_code': status }),
  }),
  problem: ({ status = 0 }) => (status >= 500 ? String(status) : undefined),
}

const toldStatement: Told<Statement> = {
  place: 'detail',
  name: ({ text }) => nameStatement(text),
  attributes: () => ({ 'db.system.name': 'postgresql' }),
  problem: ({ error }) => (error === undefined ? undefined : nameError(error)),
}

/** The first action and table of a statement. The rest is left out: its text may contain a value. */
export function nameStatement(text: string): string {
  const [, verb = 'statement'] = /^\s*([a-z]+)\b/i.exec(text) ?? []
  const [, table] = /\b(?:from|into|update)\s+"?([a-z_]+)"?(?=[\s(]|$)/.exec(text) ?? []
  return table === undefined ? verb.toLowerCase() : `${verb.toLowerCase()} ${table}`
}

/**
 * Ids of the span for a number that one process wrote and another read: both derive them from the number, so that their work is
 * linked without a message.
 */
export function idsOfMark(
  { of, event_id, number }: Omit<Mark, 'act'>,
  installation: string,
): Pick<SpanContext, 'traceId' | 'spanId'> {
  const digest = createHash('sha256').update(`${installation} ${of} ${event_id} ${number}`).digest('hex')
  return { traceId: digest.slice(0, 32), spanId: digest.slice(32, 48) }
}

export interface Traces {
  /** Sends collected spans, and unsubscribes. */
  close(): Promise<void>
}

/** Random ids of spans, taken from many bytes at a time: a few bytes cost as much as thousands. */
function createIds(): (bytes: number) => string {
  const pool = Buffer.alloc(4096)
  let taken = pool.length
  return (bytes) => {
    if (taken + bytes > pool.length) {
      randomFillSync(pool)
      taken = 0
    }
    return pool.toString('hex', taken, (taken += bytes))
  }
}

/** Running work. It is a property of its start message: weak maps slow down the garbage collector. */
interface Open {
  readonly span: Span
  isOver: boolean
}
const open = Symbol('open')

interface Tracing {
  readonly api: typeof OpenTelemetry
  readonly tracer: OpenTelemetry.Tracer
  /** The work that is running. */
  readonly current: AsyncLocalStorage<Open | undefined>
}

/** Follows one kind of message from start to end. @returns a function that stops it */
function follow<M extends object>(
  { api: { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace }, tracer, current }: Tracing,
  channel: TracingChannel<unknown, M>,
  tell: (message: M) => Told<M>,
): () => void {
  type Followed = M & { [open]?: Open }
  channel.start.bindStore(current, (message) => {
    const followed = message as Followed
    const { place, isLeaf, isServed, name } = tell(followed)
    const around = current.getStore()
    const parent = place === 'own' || around?.isOver ? undefined : around
    if (place === 'detail' && !parent) return around
    // A trace that is not sampled gets no further spans.
    if (parent && !parent.span.isRecording()) return around
    const span = tracer.startSpan(
      name(followed),
      {
        kind: isServed ? SpanKind.SERVER : SpanKind.INTERNAL,
        // Started by work that has ended since: linked to it instead of below it.
        links: place === 'part' && around?.isOver ? [{ context: around.span.spanContext() }] : [],
      },
      parent ? trace.setSpan(ROOT_CONTEXT, parent.span) : ROOT_CONTEXT,
    )
    const opened: Open = { span, isOver: false }
    followed[open] = opened
    return isLeaf ? around : opened
  })
  const listening = {
    start: () => undefined,
    end: () => undefined,
    asyncStart: () => undefined,
    asyncEnd(message: Followed) {
      const opened = message[open]
      if (opened === undefined || opened.isOver) return
      opened.isOver = true
      const { span } = opened
      if (!span.isRecording()) return
      const told = tell(message)
      const problem = told.problem(message)
      span.updateName(told.name(message))
      span.setAttributes(told.attributes(message))
      if (problem !== undefined) span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', problem)
      span.end()
    },
    error: () => undefined,
  }
  channel.subscribe(listening as never)
  return () => {
    channel.unsubscribe(listening as never)
    channel.start.unbindStore(current)
  }
}

/**
 * Starts to collect spans and to send them to a collector. The libraries are loaded here, so that a server without traces does
 * not keep them in memory. If the collector does not respond, spans beyond the queue are dropped.
 */
export async function startTraces(
  { endpoint, headers, service_name, share }: NonNullable<Config['traces']>,
  { public_url, roles }: Pick<Config, 'public_url' | 'roles'>,
  log: Context['log'],
): Promise<Traces> {
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const exporter = warnOnce(
    new OTLPTraceExporter({
      url: endpoint,
      headers: Object.fromEntries(headers.map(([name, value]) => [name, value.reveal()])),
      timeoutMillis: patience_ms,
    }),
    (code) => code === 0,
    log,
  )
  const makeId = createIds()
  /** For the next span, if it follows an argument with a number. */
  let fixed: Pick<SpanContext, 'traceId' | 'spanId'> | null = null
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      'service.name': service_name,
      'service.instance.id': randomUUID(),
      'muster.roles': [...roles],
    }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    idGenerator: {
      generateTraceId: () => fixed?.traceId ?? makeId(16),
      generateSpanId: () => fixed?.spanId ?? makeId(8),
    },
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('muster')
  const current: Tracing['current'] = new AsyncLocalStorage()
  const tracing: Tracing = { api, tracer, current }

  function onMark(message: unknown): void {
    const { act, ...mark } = message as Mark
    const span = current.getStore()?.span
    const ids = idsOfMark(mark, public_url)
    if (act === 'read') {
      span?.addLink({ context: { ...ids, traceFlags: api.TraceFlags.SAMPLED, isRemote: true } })
      return
    }
    fixed = ids
    const links: Link[] = span ? [{ context: span.spanContext() }] : []
    const attributes = { 'muster.event_id': mark.event_id, 'muster.number': mark.number }
    try {
      tracer.startSpan(`${mark.of} written`, { links, attributes }, api.ROOT_CONTEXT).end()
    } finally {
      fixed = null
    }
  }

  const stop = [
    follow(tracing, works, (work) => ({ ...toldWork, ...placeOf(work) })),
    follow(tracing, calls, () => toldCall),
    follow(tracing, statements, () => toldStatement),
  ]
  marks.subscribe(onMark)
  return {
    async close() {
      for (const end of stop) end()
      marks.unsubscribe(onMark)
      const waiting = new AbortController()
      await Promise.race([provider.shutdown().catch(() => undefined), waitReal(patience_ms, waiting.signal)])
      waiting.abort()
    },
  }
}

/** Logs once that the collector accepts nothing, and again only after a success. */
function warnOnce(exporter: SpanExporter, isTaken: (code: number) => boolean, log: Context['log']): SpanExporter {
  let isWarned = false
  return {
    export(spans: ReadableSpan[], done) {
      exporter.export(spans, (result) => {
        if (!isTaken(result.code) && !isWarned)
          log.warn({ err: result.error }, 'could not send traces; they are dropped until the collector accepts them')
        isWarned = !isTaken(result.code)
        done(result)
      })
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  }
}
