import { expect, test } from 'vitest'
import { readArtFolders, readArtPath } from './icon-path.ts'

const rings = 'https://web.poecdn.com/image/Art/2DItems/Rings/'

test('the query string is not part of the path', () => {
  expect(readArtPath(`${rings}Ring3.png?v=a/b&f="f":"c/d"`)).toBe('2DItems/Rings/Ring3')
})

test('the path of a picture gives its folders, the outermost first', () => {
  const names = ['Ring3.png', 'Ring3.png?v=5', 'Opal/Ring3.png', 'Ring5.png?v=a/b']
  const found = names.map((name) => readArtFolders(rings + name).join('/'))
  expect(found).toEqual(['2DItems/Rings', '2DItems/Rings', '2DItems/Rings/Opal', '2DItems/Rings'])
})
