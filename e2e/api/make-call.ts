import type { Answer, Api, Sent } from './api.ts'
import { addressOf, type Operation, type Place } from './operation.ts'
import type { Scene } from './scene.ts'

/** Makes a valid call as a caller with the right to make it; `sent` and `place` replace parts of it. */
export async function makeCall(api: Api, operation: Operation, at: Scene, sent: Sent = {}, place: Place = {}): Promise<Answer> {
  const token = operation.by === null ? null : await api.tokenOf(at.people[operation.by])
  const { method, query, body } = operation
  const whole = { query: query(at), ...(body && { body: body(at) }), ...sent }
  return api.send(method, addressOf(operation, at, place), token, whole)
}

/** The fields that an answer reports as invalid. */
export const listFields = (answer: Answer) =>
  ((answer.json as { problems?: { field: string }[] }).problems ?? []).map(({ field }) => field.split('.')[0])
