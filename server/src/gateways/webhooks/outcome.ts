/**
 * The receiver's reaction to a message. `again`: not accepted, or certainly not arrived: the same message once more. `unknown`:
 * it may have arrived, and a repetition would be seen twice. `refused`: this message never succeeds. `gone`: no message ever
 * will.
 */
export type Outcome =
  | { readonly is: 'sent'; readonly status: number; readonly message_id: string | null; readonly pause_ms: number }
  | {
      readonly is: 'again'
      readonly status: number | null
      readonly detail: string
      /** The wait that the receiver asks for, real time; null: as the sender likes. */
      readonly wait_ms: number | null
      /** The wait is for all messages to this provider. */
      readonly is_global?: boolean
      /** The message to edit no longer exists. */
      readonly is_edit_lost?: boolean
    }
  | { readonly is: 'unknown' | 'refused' | 'gone'; readonly status: number | null; readonly detail: string }

/** A short text for the log of deliveries. */
export const quote = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 200)
