import { addMessages } from '../lib/text/messages.ts'

const confirmed = {
  'confirmed.title': 'Standings without unconfirmed reports',
  'confirmed.note':
    'In this event a report counts before a judge has seen it. This table leaves out the reports that no judge has confirmed.',
  'confirmed.none': 'Judges have confirmed every report that counts.',
  'confirmed.rank': 'Rank',
  'confirmed.team': 'Team',
  'confirmed.points': 'Confirmed points',
  'confirmed.unconfirmed': 'From unconfirmed reports',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof confirmed> {}
}

addMessages(confirmed)
