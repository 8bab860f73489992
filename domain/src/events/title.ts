/**
 * The title of an event for people. An event has the exact name of its league in the game, and private leagues have a number in
 * it: `Winter Muster (PL48213)` becomes `Winter Muster`.
 */
export function readEventTitle(name: string): string {
  return name.replace(/ \(PL\d+\)$/, '') || name
}
