/**
 * Replaces the schema library in the built pages. The contract's modules declare their schemas when they load, but a browser only
 * uses their types, constants and addresses: the server's answers are not parsed a second time. Any declaration returns the same
 * inert object; parsing with it is a bug and throws.
 */
const parsers = new Set<PropertyKey>(['parse', 'safeParse', 'parseAsync', 'safeParseAsync'])

const inert: object = new Proxy(() => inert, {
  get: (_, name) => {
    if (parsers.has(name)) throw new Error('Schemas are not part of the built pages; validate external data by hand')
    return inert
  },
  apply: () => inert,
})

export const z = inert
