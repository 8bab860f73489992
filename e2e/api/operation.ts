import type { EndpointName } from '@muster/contract/endpoints'
import type { Scene } from './scene.ts'

/** Path parameters, named as in the contract. */
export type Place = Readonly<Record<string, string | number>>

/** A call as docs/openapi.json describes it, with a valid request for a scene. */
export interface Operation {
  readonly name: EndpointName
  readonly method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'
  /** Below `/api`. */
  readonly path: string
  readonly status: number
  /** A socket or a stream, which stays open. */
  readonly is_feed: boolean
  /** Path parameters. */
  readonly at: (scene: Scene) => Place
  /** Mostly just the required parameters. */
  readonly query: (scene: Scene) => Place
  readonly body?: (scene: Scene) => unknown
  /** A caller with the right to make the call (docs/access.md), for tests about other things; null = no login. */
  readonly by: keyof Scene['people'] | null
  /** The content type of an answer that is not JSON. */
  readonly sends?: string
}

/** The address of a call in a scene; `more` replaces parameters. */
export function addressOf(operation: Operation, scene: Scene, more: Place = {}): string {
  const place: Place = { ...operation.at(scene), ...more }
  return operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = place[name]
    if (value === undefined) throw new Error(`${operation.name} has no ${name}`)
    return encodeURIComponent(String(value))
  })
}
