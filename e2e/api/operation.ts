import type { Scene } from './scene.ts'

/**
 * What a field of a request body may hold; a count may be zero, a long may have 64 bits. `!` = must be there: missing, null and zero are refused. Others may be
 * left out and may be null.
 */
export type FieldKind = 'text' | 'integer' | 'count' | 'long' | 'time' | 'flag' | 'enum' | 'list' | 'numbers'
export type Field = FieldKind | `${FieldKind}!`

/** Values of the parameters of a path, in the words of the contract. */
export type Place = Readonly<Record<string, string | number>>

/**
 * One call as the contract writes it, and a request that succeeds. Written from the contract's documents and not from our
 * endpoint table, so that the two can contradict each other.
 */
export interface Operation {
  readonly name: string
  readonly method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly status: 101 | 200 | 201 | 204
  /** Parameters of the path besides the event. */
  readonly at?: (scene: Scene) => Place
  readonly query?: (scene: Scene) => Readonly<Record<string, string | number>>
  readonly body?: (scene: Scene) => unknown
  /** Fields of the body, where it is an object. */
  readonly fields?: Readonly<Record<string, Field>>
  /** Whoever may make the call, for tests that are not about rights; null = somebody without a login. */
  readonly by: keyof Scene['people'] | null
  /** The field of the answer that shows the body; default: the answer itself does. */
  readonly shown_in?: string
  /** The answer about something that does not exist; default 404. Deletes may succeed (D-38). */
  readonly unknown?: number
  /** The type of an answer that is a file, and no JSON; a picture never changes. */
  readonly sends?: string
  /** True: beyond the older contract. */
  readonly is_ours?: true
}

/** The address of a call in a scene; `more` replaces parameters. */
export function addressOf(operation: Operation, scene: Scene, more: Place = {}): string {
  const place: Place = { event_id: scene.event_id, eventId: scene.event_id, ...operation.at?.(scene), ...more }
  return operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = place[name]
    if (value === undefined) throw new Error(`${operation.name} has no ${name}`)
    return encodeURIComponent(String(value))
  })
}
