import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkItemName, createItemLibrary } from './item-names.ts'

const some = ['Chaos Orb', 'Divine Orb', 'Heavy Belt', 'Arc']
const partial = createItemLibrary(some, [])
const complete = createItemLibrary([...some, ...Array.from({ length: 1_000 }, (_, at) => `Base ${at}`)], [])
const uniques = ['Tabula Rasa', 'Mjölner', ...Array.from({ length: 300 }, (_, at) => `Unique ${at}`)]
const both = createItemLibrary([...some, ...Array.from({ length: 1_000 }, (_, at) => `Base ${at}`)], uniques)

describe('the name of an item in a condition', () => {
  test('is a base type in the wrong field, in whichever case it is written', () => {
    const verdict = { kind: 'other_field', field: 'BASE_TYPE', name: 'Chaos Orb' }
    expect(checkItemName('Chaos Orb', 'NAME', partial)).toEqual(verdict)
    expect(checkItemName('chaos orb', 'NAME', partial)).toEqual(verdict)
  })

  test('is not judged otherwise without a list of uniques', () => {
    expect(checkItemName('Tabula Rasa', 'NAME', complete)).toEqual({ kind: 'fine' })
    expect(checkItemName('Choas Orb', 'NAME', complete)).toEqual({ kind: 'fine' })
  })
})

describe('a base type in a condition', () => {
  test('that is known is fine', () => expect(checkItemName('Arc', 'BASE_TYPE', complete)).toEqual({ kind: 'fine' }))

  test.each([
    ['heavy belt', 'Heavy Belt'],
    ['Неavy Belt', 'Heavy Belt'],
    ['Divin Orb', 'Divine Orb'],
    ['Choas Orb', 'Chaos Orb'],
  ])('%j is near %j', (text, name) => expect(checkItemName(text, 'BASE_TYPE', complete)).toEqual({ kind: 'near', name }))

  test.each(['Ark', 'Mirror of Kalandra', '', 'Chaos Orb'.repeat(1_000)])('%j is unknown', (text) =>
    expect(checkItemName(text, 'BASE_TYPE', complete)).toEqual({ kind: 'unknown' }),
  )

  test('that an incomplete library lacks is judged by its look alone', () => {
    expect(checkItemName('heavy belt', 'BASE_TYPE', partial)).toEqual({ kind: 'near', name: 'Heavy Belt' })
    expect(checkItemName('Divin Orb', 'BASE_TYPE', partial)).toEqual({ kind: 'fine' })
  })

  test('has the nearest of several similar names', () => {
    const rings = createItemLibrary([...Array.from({ length: 1_000 }, (_, at) => `Base ${at}`), 'Ruby Rings', 'Ruby Ring'], [])
    expect(checkItemName('Rubi Ring', 'BASE_TYPE', rings)).toEqual({ kind: 'near', name: 'Ruby Ring' })
  })

  test('is found with any two letters replaced', () => {
    const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz')
    const place = fc.nat({ max: 'Titanium Spirit Shield'.length - 1 })
    const replace = (text: string, at: number, by: string) => text.slice(0, at) + by + text.slice(at + 1)
    const library = createItemLibrary([...Array.from({ length: 1_000 }, (_, at) => `Base ${at}`), 'Titanium Spirit Shield'], [])
    fc.assert(
      fc.property(place, letter, place, letter, (first, one, second, other) => {
        const text = replace(replace('Titanium Spirit Shield', first, one), second, other)
        // The replacement letters can be equal to the original ones.
        fc.pre(text !== 'Titanium Spirit Shield')
        expect(checkItemName(text, 'BASE_TYPE', library)).toEqual({ kind: 'near', name: 'Titanium Spirit Shield' })
      }),
    )
  })
})

describe('with a list of uniques', () => {
  test.each(['Tabula Rasa', 'Mjölner'])('the name %j is fine', (name) =>
    expect(checkItemName(name, 'NAME', both)).toEqual({ kind: 'fine' }),
  )

  test.each([
    ['Tabula Raza', 'Tabula Rasa'],
    ['tabula rasa', 'Tabula Rasa'],
    ['Mjolner', 'Mjölner'],
  ])('the name %j is near %j', (text, name) => expect(checkItemName(text, 'NAME', both)).toEqual({ kind: 'near', name }))

  test('a misspelled base type is in the wrong field', () =>
    expect(checkItemName('Choas Orb', 'NAME', both)).toEqual({ kind: 'other_field', field: 'BASE_TYPE', name: 'Chaos Orb' }))

  test.each(['Tabula Rasa', 'tabula rasa', 'Tabula Raza'])('%j as a base type is the name of a unique', (text) =>
    expect(checkItemName(text, 'BASE_TYPE', both)).toEqual({ kind: 'other_field', field: 'NAME', name: 'Tabula Rasa' }),
  )

  test('any other name is unknown', () => expect(checkItemName('Sword of Nobody', 'NAME', both)).toEqual({ kind: 'unknown' }))
})
