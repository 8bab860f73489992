import { addMessages } from '../lib/text/messages.ts'

/** Texts of the steps and figures by which players earn personal points. */
const personalSteps = {
  'steps.title': 'Your steps',
  'steps.of': '{{points}} of {{cap}}',
  'steps.next_one': 'next step at {{at}}, {{count}} point',
  'steps.next_other': 'next step at {{at}}, {{count}} points',
  'steps.capped': 'next step at {{at}}; you have all points of this part',
  'steps.all': 'all steps done',
  'steps.near': 'Near a personal step',
  'steps.nobodyTitle': 'No one is near a step',
  'steps.nobodyText': 'Players appear here once half of the way to their next step is done.',
  'steps.emptyTitle': 'No character yet',
  'steps.emptyText': 'Your steps appear here once your character is tracked in the event.',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof personalSteps> {}
}

addMessages(personalSteps)
