import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type MadeText, madeTexts, unknownSections, writeText } from './testing/test-texts.ts'
import { readFields, readUnread } from './testing/read-fields.ts'

const sectionsOf = ({ parts }: MadeText) => parts.map(({ lines }) => lines)
const runs = { numRuns: 300 }
const unreadLines = (text: string) => readUnread(text).flatMap((unread) => unread.text.split('\n'))

describe('a text with known sections', () => {
  it('gives its fields in any order of the sections, and leaves nothing unread', () => {
    fc.assert(
      fc.property(madeTexts, (made) => {
        const text = writeText(made, sectionsOf(made))
        const fields = Object.assign({}, ...made.parts.map((one) => one.fields)) as object
        expect(readFields(text)).toMatchObject(fields)
        expect(unreadLines(text)).toEqual([])
      }),
      runs,
    )
  })
})

describe('an unknown section', () => {
  const withUnknown = fc
    .tuple(madeTexts, unknownSections, fc.nat())
    .map(([made, unknown, at]) => ({ made, unknown, place: at % (made.parts.length + 1) }))

  it('is reported wherever it is, and changes no field', () => {
    fc.assert(
      fc.property(withUnknown, ({ made, unknown, place }) => {
        const before = sectionsOf(made)
        const text = writeText(made, before.toSpliced(place, 0, unknown))
        expect(readFields(text)).toEqual(readFields(writeText(made, before)))
        expect(unreadLines(text)).toEqual(expect.arrayContaining(unknown.filter((line) => !line.startsWith('{'))))
      }),
      runs,
    )
  })

  it('leaves no other line unread, except the flavour text, which it could be', () => {
    fc.assert(
      fc.property(withUnknown, ({ made, unknown, place }) => {
        const text = writeText(made, sectionsOf(made).toSpliced(place, 0, unknown))
        const others = unreadLines(text).filter((line) => !unknown.includes(line))
        const stories = made.parts
          .filter(({ fields }) => made.hasStory && Object.keys(fields).length === 0)
          .flatMap((one) => one.lines)
        expect(stories).toEqual(expect.arrayContaining(others))
      }),
      runs,
    )
  })
})
