import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createDraftStore, useDraft, useDraftKeys } from './draft-store.ts'
import { newValues } from './values.ts'

const draft = (name: string) => ({ values: { ...newValues('objective'), name }, base: newValues('objective'), version: 1 })

test("drafts are kept per objective, and a new one never starts with another's input", () => {
  const store = createDraftStore()
  store.set('12', draft('Edited'))
  expect(store.get('new:objective:1')).toBeUndefined()
  store.set('new:objective:1', draft('New'))
  expect([store.get('12')?.values.name, store.get('new:objective:1')?.values.name]).toEqual(['Edited', 'New'])
  store.remove('new:objective:1')
  expect([...store.keys()]).toEqual(['12'])
})

test('a keystroke does not rerender lists of unsaved objectives', () => {
  const store = createDraftStore()
  const { result } = renderHook(() => [useDraftKeys(store), useDraft(store, '12')?.values.name] as const)
  act(() => void store.set('12', draft('A')))
  const [keys] = result.current
  act(() => void store.set('12', draft('AB')))
  expect(result.current).toEqual([new Set(['12']), 'AB'])
  expect(result.current[0]).toBe(keys)
})
