/** Orders to a process of viewers, one line of JSON each. */
export type ViewersOrder = { readonly kind: 'connect'; readonly feeds: readonly Feed[] } | { readonly kind: 'stop' }

/** Sockets with the same address. */
export interface Feed {
  readonly port: number
  readonly path: string
  readonly sockets: number
}

/** Reports of a process of viewers. */
export type ViewersReport =
  | { readonly kind: 'connected' }
  /**
   * All its sockets have received `messages` messages by `at_ms`; the first socket had the last one at `first_ms`. `text` is that
   * message.
   */
  | { readonly kind: 'told'; readonly messages: number; readonly first_ms: number; readonly at_ms: number; readonly text: string }
  /** The server closed a socket. */
  | { readonly kind: 'lost'; readonly why: string }
  | { readonly kind: 'stopped' }

/** Orders to the process that loads pages. */
export type LoaderOrder =
  | {
      readonly kind: 'load'
      readonly ports: readonly number[]
      readonly per_minute: number
      /** Calls and files of the board, in addition to the page and the files it links. */
      readonly calls: readonly string[]
      readonly files: readonly string[]
      /** Logins for every third load. */
      readonly tokens: readonly string[]
    }
  /** Starts the measurement, after the server has filled its caches. */
  | { readonly kind: 'measure' }
  | { readonly kind: 'stop' }

/** Report of the process when it has stopped. */
export interface LoaderReport {
  readonly kind: 'loaded'
  /** Durations of all requests, by call. */
  readonly calls_ms: Readonly<Record<string, readonly number[]>>
  /** Durations for the page and its files. */
  readonly files_ms: readonly number[]
  /** Number of failed requests, by reason. */
  readonly failed: Readonly<Record<string, number>>
  /** Delay of the process itself, 99th percentile: this part of the durations may be its own. */
  readonly late_ms: number
}

/**
 * Local address of a client. A hundred clients in a row share an address, like people behind one router. All addresses belong to
 * this machine.
 */
export function addressOf(client: number): string {
  const house = Math.floor(client / 100)
  return `127.${1 + (Math.floor(house / 62_500) % 250)}.${1 + (Math.floor(house / 250) % 250)}.${1 + (house % 250)}`
}
