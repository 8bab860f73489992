import { addMessages } from '../lib/text/messages.ts'
import './admin.ts'

/** Texts about templates of a new event, and of the drawing of a definition. */
const adminTemplates = {
  'templates.startFrom': 'Start from',
  'templates.empty': 'Nothing',
  'templates.emptyNote': 'An empty event. Objectives, points and rules come later.',
  'templates.weekend': 'Two days with sets and races',
  'templates.weekendNote': 'Also collections and bounties; for forty players',
  'templates.season': 'Three days with medals and a board',
  'templates.seasonNote': 'Several rules for one objective, a board of 5 × 5, thresholds, and points that fall with each piece',
  'templates.league': 'Ten days with bingo and dailies',
  'templates.leagueNote': 'Every kind of objective, with one daily for each day',
  'templates.poe2': 'Path of Exile 2',
  'templates.poe2Note': 'Uniques to wear, races and bounties',
  'templates.event': 'An earlier event',
  'templates.eventNote': 'Its objectives, points, rules and questions, with all dates moved',
  'templates.eventOption': '{{name}} (no. {{id}})',
  'templates.whichEvent': 'Earlier event',
  'templates.signupsOver': 'Signups would be over already. Choose a later start, or edit the event after creating it.',
  'templates.failed': 'Could not load the template',

  'templates.picture': 'Contents of the template',
  'templates.objectives_one': '{{count}} objective',
  'templates.objectives_other': '{{count}} objectives',
  'templates.upTo': 'up to {{points}} points for one team',
  'templates.points': '{{points}} points',
  'templates.days_one': '{{count}} day',
  'templates.days_other': '{{count}} days',
  'templates.hours_one': '{{count}} hour',
  'templates.hours_other': '{{count}} hours',
  'templates.pays': '{{points}} each',
  'templates.board_one': '{{name}}: a board with {{count}} cell',
  'templates.board_other': '{{name}}: a board with {{count}} cells',
  'templates.noObjectives': 'It has no objectives.',
  'templates.moreRows_one': 'and {{count}} more category',
  'templates.moreRows_other': 'and {{count}} more categories',
  'templates.timed_one': '{{names}}: {{count}} objective with its own time',
  'templates.timed_other': '{{names}}: {{count}} objectives with their own times',
  'templates.start': 'Start',
  'templates.end': 'End',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof adminTemplates> {}
}

addMessages(adminTemplates)
