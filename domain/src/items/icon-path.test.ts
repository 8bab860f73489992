import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFolderMemo, readArtFolders, readArtPath } from './icon-path.ts'

const rings = 'https://web.poecdn.com/image/Art/2DItems/Rings/'

test('what follows the question mark is no part of the path', () => {
  expect(readArtPath(`${rings}Ring3.png?v=a/b&f="f":"c/d"`)).toBe('2DItems/Rings/Ring3')
})

test('folders are remembered by the beginning of an address', () => {
  let asked = 0
  const foldersOf = createFolderMemo((folders) => `${folders.join('/')} ${++asked}`)
  const answers = ['Ring3.png', 'Ring3.png?v=5', 'Opal/Ring3.png', 'Ring5.png?v=a/b'].map((name) => foldersOf(rings + name))
  expect(answers).toEqual(['2DItems/Rings 2', '2DItems/Rings 2', '2DItems/Rings/Opal 3', '2DItems/Rings 2'])
})

test('whatever was asked before, the answer follows from the folders of the address alone', () => {
  const begins = [
    '',
    'https://x/image/Art/',
    'https://x/image/',
    'https://web.poecdn.com/image/Art/2DItems/',
    'https://x/gen/image/',
  ]
  const parts = [
    'Rings/',
    'Armours/Boots/',
    'Art/',
    'image/',
    'gen/image/',
    '/',
    'a',
    'WzBd/',
    '"f":"a/b"',
    '.png',
    '?v=1',
    '\n',
    '[a|b]',
    '?',
  ]
  const icons = fc
    .tuple(fc.constantFrom(...begins), fc.array(fc.constantFrom(...parts), { maxLength: 5 }))
    .map(([begin, rest]) => begin + rest.join(''))
  fc.assert(
    fc.property(fc.array(icons, { minLength: 10, maxLength: 40 }), (all) => {
      const foldersOf = createFolderMemo((folders) => folders.join('|'))
      expect(all.map(foldersOf)).toEqual(all.map((icon) => readArtFolders(icon).join('|')))
    }),
    { numRuns: 500 },
  )
})
