import { expect, test } from 'vitest'
import { listNameSets } from './name-sets.ts'

const names = (...texts: string[]) => texts.map((name) => ({ name }))

test('uniques are by slot, cards by the first letter without an article, gems by colour, and base types are left out', () =>
  expect(
    listNameSets([
      { kind: 'gem', group: 'blue', names: names('Arc') },
      { kind: 'unique', group: 'UtilityFlask', names: [{ name: 'Taste of Hate', base: 'Sapphire Flask' }] },
      { kind: 'card', group: '', names: names('The Doctor', 'A Dab of Ink', 'Dying Anguish', 'The Artist', 'Anarchy’s Price') },
      { kind: 'unique', group: 'Belt', names: names('Mageblood') },
      { kind: 'unique', group: 'Belt', names: names('Headhunter') },
      { kind: 'base', group: 'Belt', names: names('Heavy Belt') },
      { kind: 'unique', group: '', names: names('Sword of Tomorrow') },
    ]).map(({ key, names: listed }) => [key, listed.map(({ name }) => name)]),
  ).toEqual([
    ['unique ', ['Sword of Tomorrow']],
    ['unique Belt', ['Headhunter', 'Mageblood']],
    ['unique Utility Flask', ['Taste of Hate']],
    ['card A', ['Anarchy’s Price', 'The Artist']],
    ['card D', ['A Dab of Ink', 'Dying Anguish', 'The Doctor']],
    ['gem blue', ['Arc']],
  ]))
