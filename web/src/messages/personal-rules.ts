import { addMessages } from '../lib/text/messages.ts'

/** Texts of the rules by which players earn personal points. */
const personalRules = {
  'personalRules.stepsCap': 'Each player earns these for the team, up to {{cap}} points.',
  'personalRules.stepsFree': 'Each player earns these for the team.',
  'personalRules.figuresCap': 'The highest step reached counts for each figure, up to {{cap}} points for all figures together.',
  'personalRules.figuresFree': 'The highest step reached counts for each figure.',
  'personalRules.step': '{{name}} {{at}}',
  'personalRules.points_one': '{{count}} point',
  'personalRules.points_other': '{{count}} points',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof personalRules> {}
}

addMessages(personalRules)
