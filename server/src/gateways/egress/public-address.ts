import ipaddr from 'ipaddr.js'

/** The part of IPv6 from which addresses on the internet are given: https://www.iana.org/assignments/ipv6-address-space */
const globalIpv6: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3]

/**
 * Addresses on the internet that serve the machine itself in a cloud. 168.63.129.16 is Azure's; its documentation ("What is IP
 * address 168.63.129.16?") says that it reaches the host of a virtual machine. Others (169.254.169.254, fd00:ec2::254,
 * 100.100.100.200) are link-local, unique local or shared addresses, and refused as such.
 */
const machines = new Set(['168.63.129.16'])

/**
 * Whether an address is on the internet. Loopback, private, link-local, shared (CGNAT), multicast and reserved ranges are not,
 * nor are IPv6 addresses that contain an IPv4 address: mapped, NAT64, 6to4, Teredo.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast' || machines.has(address.toString())) return false
  return address instanceof ipaddr.IPv4 || address.match(globalIpv6)
}
