import { expect, test } from 'vitest'
import { readPasskeySite } from './passkey-site.ts'

test.each([
  ['https://muster.example.com', 'muster.example.com'],
  ['https://muster.example.com:8443', 'muster.example.com'],
  ['https://muster', 'muster'],
  ['http://localhost:3000', 'localhost'],
  ['https://localhost', 'localhost'],
  ['http://muster.example.com', null],
  ['http://192.168.0.10:3000', null],
  ['https://192.168.0.10', null],
  ['https://[2001:db8::1]', null],
  ['http://127.0.0.1:3000', null],
])('a server at %s has passkeys of the host %s', (public_url, host) => {
  expect(readPasskeySite(public_url)?.host ?? null).toBe(host)
})
