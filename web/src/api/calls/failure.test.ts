import { expect, test } from 'vitest'
import { explainFailure, Failure } from './failure.ts'

const answer = (body: string) => new Response(body, { status: 409, statusText: 'Conflict' })
const tell = async (thrown: unknown) => {
  const failure = await explainFailure(thrown)
  return failure instanceof Failure ? failure.message : failure
}

test.each([
  ['the error of the answer', answer('{"error": "Signups are closed."}'), 'Signups are closed.'],
  ['the status if the answer has no error', answer('{}'), 'HTTP 409: Conflict'],
  ['the status of a page without JSON', answer('<h1>Conflict</h1>'), 'HTTP 409: Conflict'],
  ['a sentence about the connection if there is no answer', new TypeError('fetch failed'), /did not respond/],
])('S-10: a failed call shows %s', async (_, thrown, sentence) => {
  expect(await tell(thrown)).toMatch(sentence)
})

test('any other error stays unchanged', async () => {
  const defect = new RangeError('out of range')
  expect(await explainFailure(defect)).toBe(defect)
})
