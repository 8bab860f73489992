/** What the address says about the page. */
export interface CharacterSearch {
  /** The build that is shown; the newest without. */
  readonly build?: number
  /** The one it is compared with. */
  readonly with?: number
}
