import { expect, test, vi } from 'vitest'
import { createDraftStore } from './draft-store.ts'
import { newValues } from './values.ts'

const draft = (name: string) => ({ values: { ...newValues('objective'), name }, base: newValues('objective'), version: 1 })

test('what is typed is kept by objective, and a new one is never the one that was edited before', () => {
  const store = createDraftStore()
  store.set('12', draft('Edited'))
  expect(store.get('new:objective:1')).toBeUndefined()
  store.set('new:objective:1', draft('New'))
  expect([store.get('12')?.values.name, store.get('new:objective:1')?.values.name]).toEqual(['Edited', 'New'])
  store.remove('new:objective:1')
  expect([...store.keys()]).toEqual(['12'])
})

test('a keystroke does not rerender those who only show which are unsaved', () => {
  const store = createDraftStore()
  const [ofKeys, ofAll] = [vi.fn(), vi.fn()]
  store.subscribe(ofKeys)
  store.subscribeAll(ofAll)
  store.set('12', draft('A'))
  const keys = store.keys()
  store.set('12', draft('AB'))
  expect(store.keys()).toBe(keys)
  expect([ofKeys.mock.calls.length, ofAll.mock.calls.length]).toEqual([1, 2])
})
