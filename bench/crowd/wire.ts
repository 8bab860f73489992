/** What the bench says to a process of viewers, one line of JSON each. */
export type ViewersOrder = { readonly kind: 'connect'; readonly feeds: readonly Feed[] } | { readonly kind: 'stop' }

/** Some sockets on the same address of a server. */
export interface Feed {
  readonly port: number
  readonly path: string
  readonly sockets: number
}

/** What a process of viewers says. */
export type ViewersReport =
  | { readonly kind: 'connected' }
  /** All of its sockets have so many messages, since then; the first had it at `first_ms`. `text` is the last of them on its first socket. */
  | { readonly kind: 'told'; readonly messages: number; readonly first_ms: number; readonly at_ms: number; readonly text: string }
  /** A socket that reads was closed by the server. */
  | { readonly kind: 'lost'; readonly why: string }
  | { readonly kind: 'stopped' }

/** What the bench says to the process that loads pages. */
export type LoaderOrder =
  | {
      readonly kind: 'load'
      readonly ports: readonly number[]
      readonly per_minute: number
      /** Calls and files of the board, besides the page and what it links. */
      readonly calls: readonly string[]
      readonly files: readonly string[]
      /** Logins, one of which every third load has. */
      readonly tokens: readonly string[]
    }
  /** From now on what begins is measured: before that the server has loaded what it keeps. */
  | { readonly kind: 'measure' }
  | { readonly kind: 'stop' }

/** What it says when it has stopped. */
export interface LoaderReport {
  readonly kind: 'loaded'
  /** Of each call, what every load of it took. */
  readonly calls_ms: Readonly<Record<string, readonly number[]>>
  /** Of the page and its files. */
  readonly files_ms: readonly number[]
  /** How often an answer was no success or a connection failed, by what it said. */
  readonly failed: Readonly<Record<string, number>>
  /** How late the process itself came to what was due, 99th percentile: so much of the times may be its own. */
  readonly late_ms: number
}

/**
 * The address of a client with this number: a hundred in a row share one, as people behind one router do. All of them are this
 * machine.
 */
export function addressOf(client: number): string {
  const house = Math.floor(client / 100)
  return `127.${1 + (Math.floor(house / 62_500) % 250)}.${1 + (Math.floor(house / 250) % 250)}.${1 + (house % 250)}`
}
