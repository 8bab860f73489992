import { addMessages } from '../lib/text/messages.ts'

/** Texts about objectives and read items, for players and organisers. */
const itemWords = {
  'objectives.holds': 'holds',
  'objectives.fails': 'fails',
  'objectives.without': 'Without this condition it would count.',
  'objectives.groupHolds': '{{holding}} of {{of}} hold, {{needed}} needed:',
  'objectives.itemSays': 'The item has: {{seen}}.',
  'objectives.refused': 'Cannot be used: {{reason}}.',
  'objectives.yes': 'Yes',
  'objectives.no': 'No',
  'objectives.seenNothing': 'nothing',
  'objectives.obstacle.foil': 'Foil items never count.',
  'objectives.obstacle.before_window': 'It opens later.',
  'objectives.obstacle.after_window': 'It has closed.',
  'objectives.obstacle.no_conditions': 'There are no conditions, so nothing counts.',
  'objectives.obstacle.not_an_item_objective': 'It does not count items.',
  'objectives.obstacle.refused_condition': 'A condition cannot be used.',
  'objectives.obstacle.not_from_tabs': 'It counts items that characters wear and carry, not items in tabs.',
  'objectives.unread_one': '{{count}} line was not recognised. It has no effect here:',
  'objectives.unread_other': '{{count}} lines were not recognised. They have no effect here:',
  'objectives.unreadLine': 'Line {{line}}',
  'objectives.doubt.icon': 'A copied text has no picture.',
  'objectives.doubt.magic_base': 'The base type of this magic item is not clear from its name.',
  'objectives.doubt.lines_of_mods': 'Modifiers of several lines count as several; copy with Alt held to keep them together.',
  'objectives.doubt.incubator': 'A copied text does not show the progress of an incubator.',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof itemWords> {}
}

addMessages(itemWords)
