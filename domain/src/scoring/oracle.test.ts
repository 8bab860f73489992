import { expect, test } from 'vitest'
import { rebuild } from './testing/rebuild.ts'
import { createPick, generateEvent } from './testing/event-generator.ts'
import { scoreByTheBook } from './testing/oracle.ts'

const chunk = 1_000

test.each(Array.from({ length: 10 }, (_, part) => part * chunk))(
  'the engine agrees with a second scorer written from the rule book, for events from number %i on',
  (first) => {
    for (let seed = first; seed < first + chunk; seed++) {
      const { definition, entries, now } = generateEvent(createPick(seed), 80)
      const found = new Map(
        [...rebuild(definition, entries, now).scoreboard()].flatMap(([objective_id, scores]) =>
          [...scores].map(([team_id, score]) => [`${objective_id}/${team_id}`, score] as const),
        ),
      )
      expect(found, `seed ${seed}`).toStrictEqual(scoreByTheBook(definition, entries, now))
    }
  },
)
