import { expect, it } from 'vitest'
import { readProof, writeProof } from './proof-pictures.ts'

const pictures = [
  { event_id: 3, picture_id: 17 },
  { event_id: 3, picture_id: 171 },
]

it('a proof keeps its text and its screenshots', () => {
  const proof = writeProof('https://clips.example/1 ', pictures)
  expect(proof).toBe('https://clips.example/1 \n/api/events/3/proof-pictures/17\n/api/events/3/proof-pictures/171')
  expect(readProof(proof)).toEqual({ text: 'https://clips.example/1 ', pictures })
  expect(readProof(writeProof('', pictures).trim())).toEqual({ text: '', pictures })
  expect(writeProof('', [])).toBe('')
})

it('a proof names each screenshot once, even within a whole address', () => {
  const twice = 'https://muster.example/api/events/3/proof-pictures/17 /api/events/3/proof-pictures/17'
  expect(readProof(twice).pictures).toEqual([{ event_id: 3, picture_id: 17 }])
})

it.each(['/api/events/3/proof-pictures/', '/api/events/3/proof-pictures/12345678901', '/api/events/current/proof-pictures/1'])(
  'a proof takes %s as text',
  (text) => expect(readProof(text)).toEqual({ text, pictures: [] }),
)
