/**
 * Stands in for the schema library in the built pages. The contract's modules declare their schemas when they load, but a
 * browser only uses their types, constants and addresses: answers of our own server are not parsed a second time. Any
 * declaration gives this same inert thing; an attempt to parse with it is a mistake and says so.
 */
const parsers = new Set<PropertyKey>(['parse', 'safeParse', 'parseAsync', 'safeParseAsync'])

const inert: object = new Proxy(() => inert, {
  get: (_, name) => {
    if (parsers.has(name)) throw new Error('Schemas are not part of the built pages; check by hand what comes from outside')
    return inert
  },
  apply: () => inert,
})

export const z = inert
