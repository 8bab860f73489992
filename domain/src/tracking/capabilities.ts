/**
 * The abilities of a server, with and without a client of the game's API. The admin overview, the doctor and docs/without-a-key.md
 * read this table.
 */
export interface Capability {
  readonly name: string
  /** How it works without the client; null: it needs the client. */
  readonly without: string | null
  /** The addition that the client brings; null: it adds nothing. */
  readonly adds: string | null
}

export const capabilities: readonly Capability[] = [
  {
    name: 'Events',
    without: 'signups, team sort, team rooms, plans, rules, announcements',
    adds: 'the check of the league’s name and dates in the game',
  },
  {
    name: 'Submissions',
    without: 'players report with a link to their proof, judges decide',
    adds: null,
  },
  {
    name: 'Item objectives',
    without: 'players paste the copied text of an item',
    adds: 'items in public stash tabs, guild tabs and equipment, minutes after they are found',
  },
  {
    name: 'Character objectives',
    without: 'players report their numbers or let the page follow the log of their game, judges add sums of teams',
    adds: 'levels, ascendancies and other numbers, read from the game',
  },
  {
    name: 'Scores',
    without: 'live board, receipts, corrections, archive, records',
    adds: null,
  },
  { name: 'Ladder and profiles', without: null, adds: 'characters with equipment, builds and stats' },
  {
    name: 'Guild log',
    without:
      'a lead uploads it; the page shows every movement, the board names finders whose game account is confirmed, or counts their deposits',
    adds: 'finders who connected their game account',
  },
  { name: 'Guild stash', without: null, adds: 'tabs, their items, and which of them score' },
  { name: 'Tracking', without: null, adds: 'what is read for each player, with gaps and remedies' },
]

/** Capabilities without the client, then the additions of the client. */
export const workingWithoutGame = capabilities.flatMap(({ name, without }) => (without === null ? [] : [{ name, text: without }]))
export const addedByGame = capabilities.flatMap(({ name, adds }) => (adds === null ? [] : [{ name, text: adds }]))
