/** Upper bound for the sites that may show the standings of an event. */
export const maxEmbedHosts = 20
export const hostsProblem = `must be at most ${maxEmbedHosts} names of hosts, for example league.example.com`
/** RFC 1035: the longest name of a host. */
const longestHost = 253

/** A name with at least two labels, and maybe a port: no scheme, no path, no placeholder. */
const host = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::[1-9][0-9]{0,4})?$/
const isHost = (word: string) => word.length <= longestHost && host.test(word)

const listWords = (text: string) =>
  text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((word) => word !== '')

/** Whether an organiser's text contains only host names, separated by spaces, commas or line breaks. */
export function isHostList(text: string): boolean {
  const words = listWords(text)
  return words.length <= maxEmbedHosts && words.every(isHost)
}

/** The hosts in such a text. Other words are left out: the hosts become part of a security policy. */
export const listEmbedHosts = (text: string | null): string[] => [...new Set(listWords(text ?? '').filter(isHost))]
