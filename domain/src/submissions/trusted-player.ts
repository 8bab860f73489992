/**
 * Whether the event trusts a player: of the reports that judges decided, the latest were right, as many as the event asks for.
 * @param decided whether each report was right, the latest decision first
 * @example Trusted after 3. Right, right, right: trusted. A rejection: three more right reports are needed.
 */
export const isTrusted = (trusted_after: number | null, decided: readonly boolean[]): boolean =>
  trusted_after !== null && decided.length >= trusted_after && decided.slice(0, trusted_after).every((isRight) => isRight)
