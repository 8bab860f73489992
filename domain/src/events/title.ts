/**
 * What people call an event. Its name is the exact name of the league in the game, and private leagues carry their
 * number there: `Winter Muster (PL48213)` is called `Winter Muster`.
 */
export function readEventTitle(name: string): string {
  return name.replace(/ \(PL\d+\)$/, '') || name
}
