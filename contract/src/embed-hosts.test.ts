import { expect, test } from 'vitest'
import { isHostList, listEmbedHosts } from './embed-hosts.ts'

test('host names are read in any order and case, each once', () => {
  const text = 'League.Example.com, other.example:8443\nleague.example.com'
  expect(isHostList(text)).toBe(true)
  expect(listEmbedHosts(text)).toEqual(['league.example.com', 'other.example:8443'])
  expect(listEmbedHosts(null)).toEqual([])
})

test.each([
  'https://league.example.com',
  '*.example.com',
  '*',
  'example.com/page',
  "league.example; script-src 'unsafe-inline'",
  "'self'",
  'localhost',
  'exa_mple.com',
  `${'a'.repeat(250)}.com`,
  'a.example:0',
])('%s is not a host, and never reaches the policy', (text) => {
  expect(isHostList(text)).toBe(false)
  expect(listEmbedHosts(text).every((host) => /^[a-z0-9.-]+$/.test(host))).toBe(true)
})

test('the number of hosts in a list is limited', () => {
  expect(isHostList(Array.from({ length: 21 }, (_, index) => `a${index}.example`).join(' '))).toBe(false)
})
