import { addMessages } from '../lib/text/messages.ts'

/** Texts for a server without a client of the game's API. */
const withoutGame = {
  'withoutGame.title': 'This server does not read the game',
  'withoutGame.text':
    'It has no client of the game’s API. Players report what they did under Submissions, with proof, and judges decide.',
  'withoutGame.go': 'Go to submissions',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof withoutGame> {}
}

addMessages(withoutGame)
