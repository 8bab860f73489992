/**
 * Last words of bosses in the English client, by our id of the boss. The whole text has to be equal. Every speaker has a space in the
 * name, which names of players never have, so chat cannot contain these lines. The game's own table (docs/evidence.md) names the lines of
 * Sirus, Xesht and the Arbiter after their deaths. The lines of the Shaper and of Zana are a guess: only tools take them for last words.
 */
const lastWords: Readonly<Record<string, readonly string[]>> = {
  shaper: [
    'The Shaper: Irrelevant!',
    'The Shaper: Imperfect!',
    'The Shaper: Insubstantial!',
    'The Shaper: Insignificant!',
    'The Shaper: Inconsequential!',
  ],
  sirus: [
    'Sirus, Awakener of Worlds: At least I felt something...',
    "Zana, Master Cartographer: I'm sorry... Sirus... This was all my fault. I'm sorry. I'm so, so sorry.",
  ],
  xesht: ['Xesht, We That Are One: Ugh...! We That Failed...'],
  arbiter_of_ash: ['The Arbiter of Ash: The Mothersoul... Must prevail...'],
}

const bosses: ReadonlyMap<string, string> = new Map(
  Object.entries(lastWords).flatMap(([boss, lines]) => lines.map((line) => [line, boss] as const)),
)

/** Whether this is our id of a boss. */
export const isBoss = (id: string): boolean => Object.hasOwn(lastWords, id)

/** Our id of the boss whose last words these are; null: no known line. */
export const findBoss = (text: string): string | null => bosses.get(text) ?? null
