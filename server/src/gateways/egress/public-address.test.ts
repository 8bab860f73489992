import { expect, test } from 'vitest'
import { isPublicAddress } from './public-address.ts'

test.each([
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['::1', 'loopback'],
  ['0.0.0.0', 'this machine'],
  ['::', 'this machine'],
  ['10.1.2.3', 'private'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.168.1.1', 'private'],
  ['fd12:3456:789a::1', 'unique local'],
  ['169.254.169.254', 'metadata of a cloud'],
  ['fd00:ec2::254', 'metadata of a cloud'],
  ['100.100.100.200', 'metadata of a cloud'],
  ['168.63.129.16', 'host of a virtual machine'],
  ['100.64.0.1', 'shared (CGNAT)'],
  ['fe80::1', 'link-local'],
  ['fec0::1', 'site-local'],
  ['224.0.0.1', 'multicast'],
  ['ff02::1', 'multicast'],
  ['255.255.255.255', 'broadcast'],
  ['192.0.0.192', 'reserved'],
  ['198.18.0.1', 'benchmarks'],
  ['203.0.113.7', 'documents'],
  ['240.0.0.1', 'reserved'],
  ['2001:db8::1', 'documents'],
  ['::ffff:127.0.0.1', 'IPv4 mapped'],
  ['::ffff:7f00:1', 'IPv4 mapped'],
  ['::ffff:8.8.8.8', 'IPv4 mapped'],
  ['::127.0.0.1', 'IPv4 compatible'],
  ['64:ff9b::7f00:1', 'NAT64'],
  ['64:ff9b:1::a00:1', 'NAT64 of a network'],
  ['2002:7f00:1::', '6to4'],
  ['2001:0:7f00:1::', 'Teredo'],
  ['fe80::1%eth0', 'link-local with a zone'],
  ['4000::1', 'not assigned'],
  ['localhost', 'a name'],
  ['', 'nothing'],
])('%s is not on the internet: %s', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['1.1.1.1', '162.159.135.232', '172.32.0.1', '100.128.0.1', '2606:4700::6810:1'])(
  '%s is on the internet',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)
