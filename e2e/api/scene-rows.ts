import { randomUUID } from 'node:crypto'
import type { EventId, TeamId, UserId } from '@muster/contract/ids'

// Rows of the scene that need no other object than their owner.

export const aPasskey = (user_id: UserId) => ({
  user_id,
  credential_id: Buffer.from(randomUUID()),
  public_key: Buffer.from('key'),
  counter: 0,
  transports: [],
  user_handle: Buffer.from('handle'),
  name: 'Handy ☀',
})

/** A stored screenshot. */
export const aPicture = (of: { event_id: EventId; team_id: TeamId; user_id: UserId }, uploaded_at: Date) => ({
  ...of,
  picture: Buffer.from('a picture'),
  bytes: 9,
  uploaded_at,
})
