import { addMessages } from '../lib/text/messages.ts'

/** Texts of the team's wishes. */
const wishes = {
  'wishes.title': 'Wishes',
  'wishes.lead':
    'Items that your team wants, in the order of your leads. A wish is ticked when its player wears the item or has it socketed.',
  'wishes.ofTeam': 'Team',
  'wishes.count_one': '{{count}} open',
  'wishes.count_other': '{{count}} open',
  'wishes.emptyTitle': 'No wishes yet',
  'wishes.emptyText': 'Add the first one above: a name, an item copied in the game, or the code of your build.',
  'wishes.emptyOther': 'No member of this team has added a wish.',
  'wishes.allFulfilledTitle': 'Every wish is fulfilled',
  'wishes.allFulfilledText': 'Add more above, or look at the fulfilled ones below.',

  'wishes.text': 'Name, copied item or build code',
  'wishes.textHelp': 'A part of a name is enough. A code of Path of Building adds all its uniques and transfigured gems.',
  'wishes.required': 'Type a name, or paste an item or a code',
  'wishes.find': 'Find',
  'wishes.foundName_one': '{{count}} item found. Choose what to add.',
  'wishes.foundName_other': '{{count}} items found. Choose what to add.',
  'wishes.foundCode_one': 'The build has {{count}} unique or transfigured gem. Untick it if you have it.',
  'wishes.foundCode_other': 'The build has {{count}} uniques and transfigured gems. Untick what you have.',
  'wishes.foundItem': 'The copied item:',
  'wishes.foundNone': 'This build has no uniques and no transfigured gems.',
  'wishes.notListed': 'No list has this name yet. Choose what it is.',
  'wishes.already': 'on your list',
  'wishes.unknown': 'not in any list',
  'wishes.enabling': 'My build needs these to work',
  'wishes.add_one': 'Add {{count}} wish',
  'wishes.add_other': 'Add {{count}} wishes',
  'wishes.cancel': 'Cancel',
  'wishes.added_one': '{{count}} wish added',
  'wishes.added_other': '{{count}} wishes added',
  'wishes.full': 'You have {{count}} of {{most}} wishes. Untick some, or remove some below.',

  'wishes.kind.unique': 'unique',
  'wishes.kind.base': 'base type',
  'wishes.kind.gem': 'gem',
  'wishes.you': 'you',
  'wishes.needed': 'build needs it',
  'wishes.alsoWanted_one': '{{count}} other wants it',
  'wishes.alsoWanted_other': '{{count}} others want it',
  'wishes.inGuildTab': 'Guild tab {{tab}}',
  'wishes.inPublicTab': 'Public tab {{tab}} of {{name}}',
  'wishes.items': '{{count}}×',
  'wishes.morePlaces_one': 'and {{count}} more tab',
  'wishes.morePlaces_other': 'and {{count}} more tabs',
  'wishes.nobodyHas': 'Not in any tab that was read',
  'wishes.counts': 'Counts for {{objective}}',
  'wishes.mayCount': 'May count for {{objective}}',
  'wishes.moreObjectives_one': 'and {{count}} more objective',
  'wishes.moreObjectives_other': 'and {{count}} more objectives',

  'wishes.tick': 'I have it',
  'wishes.need': 'Build needs it',
  'wishes.undo': 'Undo',
  'wishes.removeOf': 'Remove {{name}} from your wishes',
  'wishes.removed': '{{name}} removed',
  'wishes.upOf': 'Move {{name}} of {{owner}} up',
  'wishes.downOf': 'Move {{name}} of {{owner}} down',
  'wishes.saidPlace': '{{name}} is wish {{place}} of {{of}}',
  'wishes.notSaved': 'Your change was not saved',
  'wishes.fulfilled_one': '{{count}} fulfilled',
  'wishes.fulfilled_other': '{{count}} fulfilled',
  'wishes.seenOn': 'seen on the character, {{time}}',
  'wishes.tickedByHand': 'ticked by hand, {{time}}',
  'wishes.searched': 'Tabs read: {{guild}} of the guild, {{shared}} public.',
} as const

declare module '../lib/text/messages.ts' {
  interface Texts extends Readonly<typeof wishes> {}
}

addMessages(wishes)
