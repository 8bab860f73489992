import { addMessages } from '../lib/text/messages.ts'

/** Texts about removed raw data. */
const rawData = {
  'rawData.removedTitle': 'Removed with the raw data',
  'rawData.removedText':
    'Since {{day}} the raw data of this event is no longer kept, as its organisers chose. Scores and receipts stay as they are.',
  'rawData.finalNote':
    'The raw data of this event was removed on {{day}}. Nothing can be read from the game, or matched again: jobs cannot be started, and what counts for an objective cannot be changed. Points and presets still can.',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof rawData> {}
}

addMessages(rawData)
