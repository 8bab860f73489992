import { z } from 'zod'

/** From the widest to the narrowest. `event`: whoever takes part in the same event. */
const chatNameViewers = ['event', 'team', 'nobody'] as const
const playViewers = ['everyone', 'team', 'nobody'] as const

/** To whom somebody shows what of them. */
export const Visibility = z
  .object({
    /** Name and id in the chat. Organisers see them either way, because they reach people there. */
    chat_name: z.enum(chatNameViewers),
    /** Whether they play now, since when, and when they last did. */
    play: z.enum(playViewers),
    /** The stream, while it is on. */
    stream: z.enum(playViewers),
  })
  .meta({ id: 'Visibility' })
export type Visibility = z.output<typeof Visibility>
export type Viewers = Visibility[keyof Visibility]

export const visibilityChoices = { chat_name: chatNameViewers, play: playViewers, stream: playViewers } as const
