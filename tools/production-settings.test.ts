import { expect, test } from 'vitest'
import { readSettings } from './production-settings.ts'

test('image and unit have the same settings for Node and the allocator', () => {
  const unit = readSettings('deploy/muster.service')
  expect([...unit.keys()].sort()).toEqual(['MALLOC_MMAP_THRESHOLD_', 'NODE_OPTIONS'])
  expect(readSettings('Dockerfile')).toEqual(unit)
})
