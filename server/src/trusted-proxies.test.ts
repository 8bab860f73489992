import { expect, test } from 'vitest'
import { readTrustedProxies } from './trusted-proxies.ts'

test.each([
  ['loopback', ['loopback']],
  [' 10.1.2.3 , 10.0.0.0/8,2001:db8::/32,::1 ', ['10.1.2.3', '10.0.0.0/8', '2001:db8::/32', '::1']],
  ['', []],
])('the proxies of "%s" are %j', (text, list) => {
  expect(readTrustedProxies(text)).toEqual({ ok: true, list })
})

test.each([
  'everybody',
  '*',
  'true',
  '0.0.0.0/0',
  '::/0',
  '10.0.0.0/33',
  '10.0.0/8',
  '10.0.0.1/8/8',
  'proxy.example',
  '10.0.0.0/-1',
])('"%s" is refused as a proxy', (entry) => {
  expect(readTrustedProxies(`loopback,${entry}`)).toEqual({ ok: false, entry })
})
