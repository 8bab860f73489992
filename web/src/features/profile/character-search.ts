/** The address parameters of the page. */
export interface CharacterSearch {
  /** The shown build; the newest by default. */
  readonly build?: number
  /** The compared build. */
  readonly with?: number
}
