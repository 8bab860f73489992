/** A task planned for a moment of the event. */
export interface Errand {
  readonly at_ms: number
  readonly run: () => Promise<void>
}
