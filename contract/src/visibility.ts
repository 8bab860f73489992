import { z } from 'zod'

/** From the widest to the narrowest. `event`: participants of the same event. */
const chatNameViewers = ['event', 'team', 'nobody'] as const
const playViewers = ['everyone', 'team', 'nobody'] as const

/** The viewers of each part of a user's data. */
export const Visibility = z
  .object({
    /** Name and id in the chat. Organisers always see them, because they contact people there. */
    chat_name: z.enum(chatNameViewers),
    /** Whether they are playing, since when, and when they last did. */
    play: z.enum(playViewers),
    /** The stream while it is live. */
    stream: z.enum(playViewers),
  })
  .meta({ id: 'Visibility' })
export type Visibility = z.output<typeof Visibility>
export type Viewers = Visibility[keyof Visibility]

export const visibilityChoices = { chat_name: chatNameViewers, play: playViewers, stream: playViewers } as const
