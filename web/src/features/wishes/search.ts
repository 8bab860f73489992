export interface WishSearch {
  /** For admins: the team whose wishes are shown. */
  readonly team?: number | undefined
}

export const readWishSearch = ({ team }: Record<string, unknown>): WishSearch => ({
  team: typeof team === 'number' && Number.isSafeInteger(team) && team > 0 ? team : undefined,
})
