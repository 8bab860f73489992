/** What the bench says to a process of viewers, one line of JSON each. */
export type Order =
  | { readonly kind: 'connect'; readonly feeds: readonly Feed[] }
  | { readonly kind: 'load'; readonly ports: readonly number[]; readonly paths: readonly string[]; readonly per_minute: number }
  | { readonly kind: 'stop' }

/** Some sockets on the same address of a server. */
export interface Feed {
  readonly port: number
  readonly path: string
  readonly sockets: number
}

/** What a process of viewers says. */
export type Report =
  | { readonly kind: 'connected' }
  /** All of its sockets have so many messages, since then; the first had it at `first_ms`. `text` is the last of them on its first socket. */
  | { readonly kind: 'told'; readonly messages: number; readonly first_ms: number; readonly at_ms: number; readonly text: string }
  /** A socket that reads was closed by the server. */
  | { readonly kind: 'lost'; readonly why: string }
  /** What the page loads since the order took: of calls, of pages and their files; and how many answers were no success. */
  | {
      readonly kind: 'loaded'
      readonly calls_ms: readonly number[]
      readonly files_ms: readonly number[]
      readonly failed: number
    }
  | { readonly kind: 'stopped' }

/**
 * The address of a client with this number: a hundred in a row share one, as people behind one router do. All of them are this
 * machine.
 */
export function addressOf(client: number): string {
  const house = Math.floor(client / 100)
  return `127.${1 + (Math.floor(house / 62_500) % 250)}.${1 + (Math.floor(house / 250) % 250)}.${1 + (house % 250)}`
}
